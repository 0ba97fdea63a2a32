"""`plandiff git-setup`: make git compare PDDL and plans in canonical form.

It adds blocks between two marks to git's configuration and attributes. Undoing it restores both
files byte for byte.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Final

from plandiff.git.canon import FORM
from planfiles.command import remark, write_out
from planfiles.errors import FileError, UserError, reason_of
from planfiles.files import read_bytes
from planfiles.parser import Parser
from planfiles.writing import write_bytes

_BEGIN: Final = b"# >>> plandiff git-setup\n"
_END: Final = b"# <<< plandiff git-setup\n"
_NO_NEWLINE: Final = b"# (there was no line end before this block)\n"

ATTRIBUTES: Final = """\
*.pddl diff=pddl
*.hddl diff=pddl
*.ppddl diff=pddl
*.plan diff=pddlplan
*.soln diff=pddlplan
*.solution diff=pddlplan
sas_plan* diff=pddlplan
plan.[0-9]* diff=pddlplan
*.plan.[0-9]* diff=pddlplan
*.soln.[0-9]* diff=pddlplan
*.sol.[0-9]* diff=pddlplan
*.solution.[0-9]* diff=pddlplan
"""

_KEYWORDS: Final = (
    "action|durative-action|event|process|derived|predicates|functions|types|constants|objects"
    "|init|goal|method|task"
)
# In a configuration file, a backslash is written twice.
CONFIGURATION: Final = f"""\
[diff "pddl"]
	xfuncname = "^[ \\t]*\\\\((:({_KEYWORDS})[ \\t]*.*)$"
	wordRegex = "[^][() \\t\\n]+|[()]"
	textconv = plandiff canon --form={FORM}
	cachetextconv = true
	algorithm = minimal
[diff "pddlplan"]
	wordRegex = "[^][() \\t\\n]+|[()]"
	textconv = plandiff canon --form={FORM}
	cachetextconv = true
	algorithm = minimal
[difftool]
	prompt = false
[difftool "plandiff"]
	cmd = plandiff --exit-zero --label=\\"$MERGED\\" -- \\"$REMOTE\\" \\"$LOCAL\\"
"""

MERGE_ATTRIBUTES: Final = "*.pddl merge=pddl\n*.hddl merge=pddl\n*.ppddl merge=pddl\n"
MERGE_CONFIGURATION: Final = """\
[merge "pddl"]
	name = domains and problems, literal by literal
	driver = plandiff merge-driver --marker-size=%L -- %O %A %B %P
"""

_DESCRIPTION: Final = """\
Make git diff, git log -p and git show compare PDDL files and plans in the form of plandiff canon,
and git difftool -t plandiff open the viewer. The configuration and the attributes of this
repository (.gitattributes) are changed.

exit status: 0 success, 2 error"""


def setup_parser() -> Parser:
    """The parser of `plandiff git-setup`."""
    parser = Parser(prog="plandiff git-setup", description=_DESCRIPTION, allow_abbrev=False)
    parser.add_argument(
        "--global",
        dest="is_global",
        action="store_true",
        help="change your own configuration and attributes instead",
    )
    parser.add_argument(
        "--merge",
        action="store_true",
        help="also make merge, rebase and cherry-pick merge PDDL files literal by literal",
    )
    instead = parser.add_mutually_exclusive_group()
    instead.add_argument(
        "--print", action="store_true", help="print the additions, and change nothing"
    )
    instead.add_argument("--undo", action="store_true", help="remove the additions")
    return parser


def git_setup(arguments: list[str]) -> int:
    """Run the command; return the exit status. Raises UserError if git or writing a file fails."""
    options = setup_parser().parse_args(arguments)
    configuration = CONFIGURATION + MERGE_CONFIGURATION * options.merge
    attributes = ATTRIBUTES + MERGE_ATTRIBUTES * options.merge
    files = _global_files() if options.is_global else _local_files()
    for path, text in zip(files, (configuration, attributes), strict=True):
        if options.print:
            write_out(f"# {path}\n{text}\n")
        elif options.undo:
            _change(path, _without_block(_read(path)))
        else:
            _change(path, _with_block(_read(path), text))
    if not (options.print or options.undo) and not _is_found_everywhere():
        remark(
            "plandiff",
            f"git finds plandiff only while {sys.prefix} is active, and fails on PDDL files "
            "elsewhere: pipx or uv tool installs it for every shell",
        )
    return 0


def _is_found_everywhere() -> bool:
    """Whether a shell finds the program without the active virtual environment."""
    folders = os.environ.get("PATH", os.defpath).split(os.pathsep)
    ours = os.path.realpath(sys.prefix)
    others = [f for f in folders if not os.path.realpath(f).startswith(os.path.join(ours, ""))]
    found = shutil.which("plandiff", path=os.pathsep.join(others))
    return found is not None or sys.prefix == sys.base_prefix


def _with_block(data: bytes, text: str) -> bytes:
    """`data` with the block at its end; an earlier block is replaced."""
    data = _without_block(data)
    is_open = bool(data) and not data.endswith(b"\n")
    mark = b"\n" + _BEGIN + _NO_NEWLINE if is_open else _BEGIN
    return data + mark + text.encode() + _END


def _without_block(data: bytes) -> bytes:
    """`data` without the block, exactly as before it was added."""
    start, end = data.find(_BEGIN), data.find(_END)
    if start < 0 or end < start:
        return data
    after = data[end + len(_END) :]
    was_open = data[start + len(_BEGIN) :].startswith(_NO_NEWLINE)
    return data[: start - 1 if was_open else start] + after


def _read(path: Path) -> bytes:
    return read_bytes(path) if path.exists() else b""


def _change(path: Path, data: bytes) -> None:
    """Write `data`; a file that would be empty is deleted."""
    if data == _read(path):
        return
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        if not data:
            path.unlink(missing_ok=True)
    except OSError as error:
        raise FileError("write", str(path), reason_of(error)) from None
    if data:
        write_bytes(path, data)


def _local_files() -> tuple[Path, Path]:
    top = Path(_git("rev-parse", "--show-toplevel"))
    common = Path(_git("rev-parse", "--git-common-dir"))
    return common / "config", top / ".gitattributes"


def _global_files() -> tuple[Path, Path]:
    home = Path.home()
    folder = Path(os.environ.get("XDG_CONFIG_HOME") or home / ".config") / "git"
    named = os.environ.get("GIT_CONFIG_GLOBAL")
    in_home = home / ".gitconfig"
    inside = folder / "config"
    config = (
        Path(named) if named else inside if inside.exists() and not in_home.exists() else in_home
    )
    attributes = _git("config", "--global", "--path", "core.attributesFile", optional=True)
    return config, Path(attributes) if attributes else folder / "attributes"


def _git(*arguments: str, optional: bool = False) -> str:
    """The output of a git command. Raises UserError if it fails, unless it is `optional`."""
    try:
        ended = subprocess.run(["git", *arguments], capture_output=True, text=True, check=False)
    except OSError:
        raise UserError("git is not installed") from None
    if ended.returncode and not optional:
        errors = ended.stderr.strip().splitlines()
        raise UserError(errors[0] if errors else f"git {arguments[0]} failed")
    return ended.stdout.strip()
