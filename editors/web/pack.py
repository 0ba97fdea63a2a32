"""Runs in Pyodide, called by build.mjs: packs Python's library and wheels as compiled modules.

Sources are left out. The hashes in compiled modules are never checked, so the archives depend on
their contents alone.
"""

import marshal
import zipfile
from importlib.util import MAGIC_NUMBER

UNUSED = (
    # Of the library: what asks a terminal, a test or another machine.
    "_pyrepl/", "curses/", "ensurepip/", "idlelib/", "lib2to3/", "pydoc_data/", "pydoc.py",
    "sqlite3/", "test/", "tkinter/", "turtle", "unittest/", "venv/", "wsgiref/", "xml/", "xmlrpc/",
    "doctest.py", "imaplib.py", "mailbox.py", "smtplib.py", "ftplib.py", "poplib.py", "pdb.py",
    # Of the packages: commands, and what only they use.
    "plandiff/", "planeval/", "plancore/report/schema/", "planlsp/commands/", "planlsp/batch/",
    "planlsp/pages/", "planlsp/tools.py", "attrs-", "cattrs-", "msgspec-", "pygls-",
    "lsprotocol-", "typing_extensions-", "planlsp-",
)  # fmt: skip
UNCHECKED = (0b01).to_bytes(4, "little") + bytes(8)


def pack(archives, target):
    """Write the files of `archives` to the archive `target`, modules compiled."""
    with zipfile.ZipFile(target, "w") as packed:
        for archive in archives:
            with zipfile.ZipFile(archive) as source:
                for name in sorted(source.namelist()):
                    if name.startswith(UNUSED) or name.endswith(("/", ".pyi", ".c", ".h")):
                        continue
                    content = source.read(name)
                    if name.endswith(".py"):
                        code = compile(content, name, "exec", dont_inherit=True)
                        name, content = name + "c", MAGIC_NUMBER + UNCHECKED + marshal.dumps(code)
                    write(packed, name, content)


def thin(archive, target, modules):
    """Write `archive` to `target` without `modules`, which the snapshot of the memory has."""
    loaded = {name.replace(".", "/") for name in modules}
    with zipfile.ZipFile(archive) as source, zipfile.ZipFile(target, "w") as packed:
        for name in source.namelist():
            if name.removesuffix(".pyc").removesuffix("/__init__") not in loaded:
                write(packed, name, source.read(name))


def write(packed, name, content):
    packed.writestr(zipfile.ZipInfo(name), content, zipfile.ZIP_DEFLATED, 9)
