"""The file `planlsp.toml`: the settings of a folder, and what is wrong with the file."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, Final, NamedTuple

from plancore.diagnostic import Diagnostic, Severity
from plancore.source import SourceText, Span
from plancore.spelling import nearest
from planlsp.session.settings.settings import SECTION, named_values, parse_settings
from planlsp.session.settings.table import NAMES
from planlsp.session.settings.toml_places import place_in_message, place_of

NAME: Final = "planlsp.toml"
CODE: Final = "faulty-settings"


class SettingsFile(NamedTuple):
    """The text of such a file, what it sets by name, and what is wrong with it."""

    source: SourceText
    values: Mapping[str, Any]
    faults: tuple[Diagnostic, ...]


def read_settings_file(source: SourceText) -> SettingsFile:
    """Read the text; what cannot be understood is left out. A name that nobody knows is a fault:
    here, unlike in a client's configuration, nothing else can be meant by it."""
    import tomllib  # few folders have such a file

    try:
        raw = tomllib.loads(source.text)
    except tomllib.TOMLDecodeError as error:
        fault = _fault(place_in_message(source.text, str(error)), f"no TOML: {error}")
        return SettingsFile(source, {}, (fault,))
    except RecursionError:
        return SettingsFile(source, {}, (_fault(Span(0, 0), "no TOML: nested too deeply"),))
    values = named_values(raw)
    faults = sorted(_faults(source.text, raw), key=lambda fault: fault.span)
    return SettingsFile(source, values, tuple(faults))


def unreadable(reason: str) -> SettingsFile:
    """A file that is there, but cannot be read."""
    return SettingsFile(SourceText(""), {}, (_fault(Span(0, 0), f"cannot be read: {reason}"),))


def _faults(text: str, raw: Mapping[str, Any]) -> Iterator[Diagnostic]:
    _, faults = parse_settings(raw)
    for names, message in faults:
        yield _fault(_place(text, raw, names), f"{'.'.join(names[:1]) or SECTION}: {message}")
    for name in named_values(raw):
        if name not in NAMES and name.removeprefix(f"{SECTION}.") not in NAMES:
            meant = nearest(name, NAMES)
            question = f"; did you mean `{meant}`?" if meant else ""
            yield _fault(_place(text, raw, (name,)), f"there is no setting `{name}`{question}")


def _place(text: str, raw: Mapping[str, Any], names: tuple[str, ...]) -> Span:
    is_inside = isinstance(raw.get(SECTION), Mapping)
    return place_of(text, (SECTION, *names) if is_inside else names)


def _fault(span: Span, message: str) -> Diagnostic:
    return Diagnostic(CODE, Severity.WARNING, span, message)
