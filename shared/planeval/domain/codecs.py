"""Codecs named on the command line: from a file, or a user's own Python class."""

from __future__ import annotations

import importlib.util
import os
from typing import Final

from plancore.codec.base import Codec
from plancore.codec.identity import Identity
from plancore.codec.renaming import RenamingCodec
from plancore.correspondence.names import Correspondence
from plancore.model.domain import Domain
from planfiles.files import read_text
from planfiles.trouble import Trouble

_IDENTITY: Final = "identity"
_RENAMING: Final = "renaming"
_KNOWN: Final = (_IDENTITY, _RENAMING)
"""Codecs that are in no file."""

_METHODS = (
    "encode_objects",
    "encode_state",
    "decode_state",
    "encode_action",
    "decode_action",
    "encode_goal",
)


def codec_file(name: str) -> str | None:
    """The file that a codec's name names; None for a codec that is in none."""
    if name in _KNOWN:
        return None
    path, colon, _ = name.rpartition(":")
    return path if colon and path.endswith(".py") else name


def codec_at(name: str, path: str) -> str:
    """The name of the same codec, of which the file lies at `path`."""
    return path + name.removeprefix(codec_file(name) or "")


def load_codec(name: str, learned: Domain, reference: Domain, names: Correspondence) -> Codec:
    """The codec that `--codec` names: `identity`, `renaming` (from the mapping in force), a TOML or
    JSON file, or `FILE.py:Class`, which is run. Raises Trouble.
    """
    if name == _IDENTITY:
        return Identity()
    if name == _RENAMING:
        return RenamingCodec(names)
    path = codec_file(name)
    if path is not None and path != name:
        return _user_class(path, name.removeprefix(f"{path}:"))
    # Few codecs are in files.
    from planeval.domain.codec_files import codec_in

    return codec_in(read_text(name), name, learned, reference)


def _user_class(path: str, class_name: str) -> Codec:
    """An instance of the user's class; it is run because the user named it on the command line."""
    if not os.path.isfile(path):
        raise Trouble(f"{path}: no such file")
    spec = importlib.util.spec_from_file_location("planeval_user_codec", path)
    if spec is None or spec.loader is None:
        raise Trouble(f"{path}: cannot be loaded")
    module = importlib.util.module_from_spec(spec)
    try:
        spec.loader.exec_module(module)
        codec = getattr(module, class_name)()
    except Exception as error:
        raise Trouble(f"{path}: {type(error).__name__}: {error}") from None
    lacking = [method for method in _METHODS if not callable(getattr(codec, method, None))]
    if lacking:
        raise Trouble(f"{path}: {class_name} has no {lacking[0]}")
    if not isinstance(getattr(codec, "name", None), str):
        raise Trouble(f"{path}: {class_name} has no name")
    checked: Codec = codec
    return checked
