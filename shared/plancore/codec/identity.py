"""The codec of learners that keep the language: SAM, FAMA, NOLAM, OffLAM, ROSAME."""

from __future__ import annotations

from plancore.codec.base import Codec


class Identity(Codec):
    """Everything stands for itself."""

    name = "identity"
