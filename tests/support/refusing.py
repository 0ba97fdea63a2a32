"""`python -m support.refusing WHAT ERRNO PYTHON-ARGUMENTS…`: Python, to which something is refused
with an error of that name, as some file systems refuse it: `locks` of files, or `maps` of files
into memory that is shared.

The kernel does it, by a filter of system calls (seccomp(2)) that a process puts on itself and all
that it starts. Linux on x86-64 and 64-bit ARM.
"""

from __future__ import annotations

import ctypes
import errno
import os
import platform
import struct
import sys
from typing import Final, NamedTuple


class Calls(NamedTuple):
    """Calls of the system: their `numbers` by machine, and the `values` of the argument `at`, from
    0, with which they are refused."""

    numbers: dict[str, int]
    at: int
    values: tuple[int, ...]


REFUSED: Final = {
    # fcntl(2) with F_SETLK, F_SETLKW, F_OFD_SETLK and F_OFD_SETLKW of <fcntl.h>.
    "locks": Calls({"x86_64": 72, "aarch64": 25}, 1, (6, 7, 37, 38)),
    # mmap(2) with MAP_SHARED of <sys/mman.h> alone.
    "maps": Calls({"x86_64": 9, "aarch64": 222}, 3, (1,)),
}

CAN_REFUSE: Final = sys.platform == "linux" and platform.machine() in ("x86_64", "aarch64")
"""Whether that is possible here, as far as the machine says."""

_LOAD, _JUMP_IF_EQUAL, _RETURN = 0x20, 0x15, 0x06
_NUMBER, _FIRST_ARGUMENT = 0, 16
"""Where they stand in `struct seccomp_data`; of an argument of eight bytes the lower half."""

_REFUSAL, _ALLOWED = 0x00050000, 0x7FFF0000
_NO_NEW_PRIVILEGES, _SET_SECCOMP, _BY_FILTER = 38, 22, 2


def refuse(calls: Calls, error: int) -> None:
    """Refuse them from now on. Raises OSError where no filter may be set."""
    count = len(calls.values)
    program = [
        (_LOAD, 0, 0, _NUMBER),
        (_JUMP_IF_EQUAL, 0, count + 2, calls.numbers[platform.machine()]),
        (_LOAD, 0, 0, _FIRST_ARGUMENT + 8 * calls.at),
    ]
    for after, value in zip(range(count - 1, -1, -1), calls.values, strict=True):
        program.append((_JUMP_IF_EQUAL, after, int(after == 0), value))
    program += [(_RETURN, 0, 0, _REFUSAL | error), (_RETURN, 0, 0, _ALLOWED)]
    code = ctypes.create_string_buffer(
        b"".join(struct.pack("HBBI", what, yes, no, value) for what, yes, no, value in program)
    )
    whole = ctypes.create_string_buffer(struct.pack("@HP", len(program), ctypes.addressof(code)))
    prctl = ctypes.CDLL(None, use_errno=True).prctl
    word = ctypes.c_ulong
    prctl.argtypes = ctypes.c_int, word, ctypes.c_void_p, word, word
    if prctl(_NO_NEW_PRIVILEGES, 1, None, 0, 0) or prctl(
        _SET_SECCOMP, _BY_FILTER, ctypes.addressof(whole), 0, 0
    ):
        raise OSError(ctypes.get_errno(), "no filter of system calls")


if __name__ == "__main__":
    refuse(REFUSED[sys.argv[1]], getattr(errno, sys.argv[2]))
    os.execv(sys.executable, [sys.executable, *sys.argv[3:]])
