"""The parsers that `bench.parse` measures, all with the same interface.

A parser is prepared (imports, tables) before the measurement. It then reads a domain, or a problem
with its domain, and raises an exception for input that it rejects.
"""

from __future__ import annotations

import resource
import shutil
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path

Read = Callable[[Path, Path | None], object]
"""Reads a domain, and a problem if given."""


def planlsp_read() -> Read:
    """Our syntax tree: forms, nodes of every section, errors in parentheses."""
    from plancore.syntax.reader import read

    def run(domain: Path, problem: Path | None) -> object:
        trees = [read(path.read_text(encoding="utf-8")) for path in (domain, problem) if path]
        return [tree.problems for tree in trees]

    return run


def planlsp_check() -> Read:
    """Our full check: read, lower, resolve, check types, all rules."""
    from plancore.project import ProjectSnapshot
    from plancore.snapshot import FileSnapshot
    from plancore.workspace import diagnostics

    def run(domain: Path, problem: Path | None) -> object:
        files = {
            str(path): FileSnapshot.of(path.read_text(encoding="utf-8"), str(path))
            for path in (domain, problem)
            if path
        }
        project = ProjectSnapshot(files)
        return [diagnostics(project, name) for name in files]

    return run


def pddl() -> Read:
    """The `pddl` package; its grammars are built before the measurement."""
    from pddl.parser.domain import DomainParser
    from pddl.parser.problem import ProblemParser

    domains, problems = DomainParser(), ProblemParser()

    def run(domain: Path, problem: Path | None) -> object:
        read = [domains(domain.read_text(encoding="utf-8"))]
        return [*read, problems(problem.read_text(encoding="utf-8"))] if problem else read

    return run


def unified_planning() -> Read:
    """The reader of unified-planning."""
    from unified_planning.io import PDDLReader

    reader = PDDLReader()

    def run(domain: Path, problem: Path | None) -> object:
        return reader.parse_problem(str(domain), str(problem) if problem else None)

    return run


def tarski() -> Read:
    """Tarski's reader."""
    from tarski.io import FstripsReader

    def run(domain: Path, problem: Path | None) -> object:
        reader = FstripsReader(raise_on_error=True)
        if problem is None:
            return reader.parse_domain(str(domain))
        return reader.read_problem(str(domain), str(problem))

    return run


def fast_downward() -> Read:
    """The parser of Fast Downward's translator (PyPI: fast-downward-translate)."""
    sys.argv = ["translate", "domain", "problem"]  # it reads its options from here on first use
    from fast_downward.translate.pddl_parser import lisp_parser, parsing_functions

    def run(domain: Path, problem: Path | None) -> object:
        lists = []
        for path in (domain, problem):
            if path:
                with path.open(encoding="latin-1") as file:
                    lists.append(lisp_parser.parse_nested_list(file))
        if problem is None:
            return list(parsing_functions.parse_domain_pddl(parsing_functions.Context(), lists[0]))
        return parsing_functions.parse_task(*lists)

    return run


def pddl_plus_parser() -> Read:
    """The parser package pddl-plus-parser."""
    from pddl_plus_parser.lisp_parsers import DomainParser, ProblemParser

    def run(domain: Path, problem: Path | None) -> object:
        parsed = DomainParser(domain).parse_domain()
        return ProblemParser(problem, parsed).parse_problem() if problem else parsed

    return run


def val() -> Read:
    """VAL's `Parser`, including the start of its process. Raises LookupError."""
    program = shutil.which("Parser")
    if program is None:
        raise LookupError("VAL's Parser is not on the path")

    def run(domain: Path, problem: Path | None) -> object:
        files = [str(path) for path in (domain, problem) if path]
        done = subprocess.run([program, *files], capture_output=True, text=True, check=False)
        if "Errors: 0" not in done.stdout:
            raise ValueError("VAL finds errors")
        return done

    return run


CONTESTANTS: dict[str, Callable[[], Read]] = {
    "planlsp, read only": planlsp_read,
    "planlsp, all rules": planlsp_check,
    "pddl": pddl,
    "unified-planning": unified_planning,
    "tarski": tarski,
    "Fast Downward": fast_downward,
    "pddl-plus-parser": pddl_plus_parser,
    "VAL": val,
}


def cpu_seconds() -> float:
    """CPU time of this process and of the children that it has waited for."""
    children = resource.getrusage(resource.RUSAGE_CHILDREN)
    return time.process_time() + children.ru_utime + children.ru_stime
