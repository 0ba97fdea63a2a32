"""`python -m support.no_locks ERRNO PYTHON-ARGUMENTS…`: Python, to which every lock of a file is
refused with an error of that name, as a file system without locks refuses it.

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
from typing import Final

_FCNTL: Final = {"x86_64": 72, "aarch64": 25}
"""The number of the system call."""

CAN_REFUSE: Final = sys.platform == "linux" and platform.machine() in _FCNTL
"""Whether that is possible here, as far as the machine says."""

_LOCKING: Final = (6, 7, 37, 38)
"""F_SETLK, F_SETLKW, F_OFD_SETLK and F_OFD_SETLKW of <fcntl.h>."""

_LOAD, _JUMP_IF_EQUAL, _RETURN = 0x20, 0x15, 0x06
_NUMBER, _SECOND_ARGUMENT = 0, 24
"""Where they stand in `struct seccomp_data`, the latter its lower half."""

_REFUSED, _ALLOWED = 0x00050000, 0x7FFF0000
_NO_NEW_PRIVILEGES, _SET_SECCOMP, _BY_FILTER = 38, 22, 2


def refuse_locks(error: int) -> None:
    """Refuse them from now on. Raises OSError where no filter may be set."""
    n_left = len(_LOCKING)
    program = [(_LOAD, 0, 0, _NUMBER)]
    program += [(_JUMP_IF_EQUAL, 0, n_left + 2, _FCNTL[platform.machine()])]
    program += [(_LOAD, 0, 0, _SECOND_ARGUMENT)]
    for at, command in enumerate(_LOCKING):
        is_last = at == n_left - 1
        program += [(_JUMP_IF_EQUAL, n_left - 1 - at, int(is_last), command)]
    program += [(_RETURN, 0, 0, _REFUSED | error), (_RETURN, 0, 0, _ALLOWED)]
    code = ctypes.create_string_buffer(
        b"".join(struct.pack("HBBI", what, yes, no, value) for what, yes, no, value in program)
    )
    whole = ctypes.create_string_buffer(struct.pack("@HP", len(program), ctypes.addressof(code)))
    prctl = ctypes.CDLL(None, use_errno=True).prctl
    words = ctypes.c_ulong, ctypes.c_ulong, ctypes.c_void_p, ctypes.c_ulong, ctypes.c_ulong
    prctl.argtypes = ctypes.c_int, *words[1:]
    if prctl(_NO_NEW_PRIVILEGES, 1, None, 0, 0) or prctl(
        _SET_SECCOMP, _BY_FILTER, ctypes.addressof(whole), 0, 0
    ):
        raise OSError(ctypes.get_errno(), "no filter of system calls")


if __name__ == "__main__":
    refuse_locks(getattr(errno, sys.argv[1]))
    os.execv(sys.executable, [sys.executable, *sys.argv[2:]])
