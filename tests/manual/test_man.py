"""Man pages: one for each command, with all that its help says, and read by groff as it stands."""

from __future__ import annotations

import re
import shutil
import subprocess

import pytest

from manual import man, parsers

PAGES = man.pages()


def test_every_command_has_a_page_with_a_name_and_what_it_does() -> None:
    names = {f"{command.name.replace(' ', '-')}.1" for command in parsers.commands()}
    assert PAGES.keys() == names
    for name, text in PAGES.items():
        title = re.escape(name.removesuffix(".1").replace("-", "\\-"))
        assert re.search(rf"^\.SH NAME\n{title} \\- \w.+[^.]$", text, re.M), name


def test_pages_are_ascii_and_no_line_is_taken_for_a_request() -> None:
    known = {".TH", ".SH", ".TP", ".PP", ".nf", ".fi"}
    for text in PAGES.values():
        assert text.isascii()
        requests = {line.split()[0] for line in text.splitlines() if line.startswith((".", "'"))}
        assert requests <= known


@pytest.mark.slow
@pytest.mark.skipif(shutil.which("groff") is None, reason="groff is not installed")
@pytest.mark.parametrize("name", sorted(PAGES))
def test_groff_reads_a_page_without_a_warning(name: str) -> None:
    done = subprocess.run(
        ["groff", "-man", "-Tutf8", "-ww"],
        input=PAGES[name],
        capture_output=True,
        encoding="utf-8",
        timeout=60,
        check=True,
    )
    assert done.stderr == ""
    shown = re.sub(r"\x1b\[[\d;]*m|.\x08", "", done.stdout)
    for heading in ("NAME", "SYNOPSIS", "DESCRIPTION", "SEE ALSO"):
        assert re.search(rf"^{heading}$", shown, re.M)


def test_what_is_laid_out_by_hand_stays_so() -> None:
    block = PAGES["planeval-validate.1"].split(".nf\n")[2].partition(".fi")[0]
    assert "  planeval validate DOMAIN PROBLEM PLAN" in block
