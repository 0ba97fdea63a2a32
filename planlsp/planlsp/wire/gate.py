"""Which messages may be handled when: the life of a session, as LSP defines it."""

from __future__ import annotations

from enum import Enum, auto

from lsprotocol.types import EXIT, INITIALIZE
from pygls.exceptions import JsonRpcInvalidRequest, JsonRpcServerNotInitialized


class Stage(Enum):
    """How far the session has come."""

    NEW = auto()
    RUNNING = auto()
    SHUT_DOWN = auto()


class Gate:
    """Admits or refuses messages by their method."""

    def __init__(self) -> None:
        self.stage = Stage.NEW

    def check_request(self, method: str) -> None:
        """Raise the JsonRpcException that says why a request may not be handled now, if so."""
        match self.stage:
            case Stage.NEW if method != INITIALIZE:
                raise JsonRpcServerNotInitialized(f"{method} came before initialize")
            case Stage.RUNNING if method == INITIALIZE:
                raise JsonRpcInvalidRequest("initialize came a second time")
            case Stage.SHUT_DOWN:
                raise JsonRpcInvalidRequest(f"{method} came after shutdown")

    def admits_notification(self, method: str) -> bool:
        """Whether a notification is to be handled now rather than dropped."""
        return method == EXIT or self.stage is Stage.RUNNING

    def open(self) -> None:
        """`initialize` has succeeded."""
        self.stage = Stage.RUNNING

    def close(self) -> None:
        """`shutdown` has come."""
        self.stage = Stage.SHUT_DOWN

    @property
    def exit_code(self) -> int:
        """What the process ends with: 0 when it was asked to shut down first."""
        return 0 if self.stage is Stage.SHUT_DOWN else 1
