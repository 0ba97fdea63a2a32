"""The page of the public Python API: `planeval.api`, and the names of `plancore` in its guide."""

from __future__ import annotations

import ast
import inspect
import re
from collections.abc import Iterator
from importlib import import_module
from pathlib import Path
from typing import Final

from planeval import api

_GUIDE: Final = Path(__file__).parents[1] / "docs" / "reference" / "library.md"
_WIDTH: Final = 88
_HEAD: Final = """\
# Python API

This is the public interface: it changes as the commands do, and the changelog lists changes. Other
modules may change with any version. For examples see [Use planeval from
Python](../how-to/python.md) and [plancore as a library](library.md).

## planeval.api
"""
_CORE: Final = """
## plancore

The names that [plancore as a library](library.md) uses, by module. Other modules are not public.
"""


def pages() -> dict[str, str]:
    """The text of the page, by its path from the top of the repository."""
    blocks = [_HEAD]
    blocks += (_entry(f"api.{name}", getattr(api, name)) for name in api.__all__)
    blocks.append(_CORE)
    blocks += (_entry(name, value) for name, value in core_names().items())
    return {"docs/reference/api.md": "\n".join(blocks)}


def core_names() -> dict[str, object]:
    """The names that the examples of the guide import from `plancore`, by full name, sorted."""
    text = _GUIDE.read_text(encoding="utf-8")
    blocks = re.findall(r"^```python\n(.*?)^```", text, re.MULTILINE | re.DOTALL)
    imports = [
        (node.module, alias.name)
        for block in blocks
        for node in ast.walk(ast.parse(block))
        if isinstance(node, ast.ImportFrom) and node.module and node.module.startswith("plancore")
        for alias in node.names
    ]
    found = sorted({*imports})
    return {f"{module}.{name}": _value(module, name) for module, name in found}


def _value(module: str, name: str) -> object:
    """The value of a name in a module: an attribute, or a submodule."""
    value: object = getattr(import_module(module), name, None)
    return import_module(f"{module}.{name}") if value is None else value


def _entry(name: str, value: object) -> str:
    lines = [f"### {name}", ""]
    if inspect.isclass(value):
        lines += _class(name, value)
    elif inspect.isfunction(value):
        lines += (_signature(name.rpartition(".")[2], value), inspect.getdoc(value) or "", "")
    elif inspect.ismodule(value):
        lines += (inspect.getdoc(value) or "", "")
    else:
        lines += (f"A value of the type `{type(value).__name__}`.", "")
    return "\n".join(lines)


def _class(name: str, value: type) -> Iterator[str]:
    is_error = issubclass(value, Exception)
    if not is_error and not _is_union(value):
        yield _signature(name.rpartition(".")[2], value)
    yield inspect.getdoc(value) or ""
    yield ""
    members = [
        (member, attribute)
        for member, attribute in vars(value).items()
        if not member.startswith("_") and _is_told(attribute)
    ]
    if members:
        yield "| | |"
        yield "|---|---|"
        for member, attribute in members:
            yield f"| `{member}{_arguments(attribute)}` | {_first_paragraph(attribute)} |"
        yield ""


def _is_union(value: type) -> bool:
    """Whether a class is an enumeration, whose constructor is not shown."""
    return bool(hasattr(value, "__members__"))


def _is_told(attribute: object) -> bool:
    kinds = (property, classmethod, staticmethod)
    return (inspect.isfunction(attribute) or isinstance(attribute, kinds)) and bool(
        inspect.getdoc(attribute)
    )


def _arguments(attribute: object) -> str:
    """`(…)` for a method, nothing for a property."""
    return "" if isinstance(attribute, property) else "(…)"


def _first_paragraph(attribute: object) -> str:
    text = (inspect.getdoc(attribute) or "").partition("\n\n")[0]
    return " ".join(text.split()).replace("|", "\\|")


def _signature(name: str, value: object) -> str:
    """The signature as a block of code, with a line per parameter if it does not fit into one."""
    if not callable(value):
        return ""
    signature = inspect.signature(value)
    parts, seen_star = [], False
    for parameter in signature.parameters.values():
        if parameter.kind is parameter.KEYWORD_ONLY and not seen_star:
            parts.append("*")
        seen_star |= parameter.kind in (parameter.KEYWORD_ONLY, parameter.VAR_POSITIONAL)
        parts.append(_parameter(parameter))
    back = signature.return_annotation
    result = "" if back is signature.empty or back is None else f" -> {_annotation(back)}"
    line = f"{name}({', '.join(parts)}){result}"
    if len(line) > _WIDTH:
        line = f"{name}(\n" + "".join(f"    {part},\n" for part in parts) + f"){result}"
    return f"```python\n{line}\n```\n"


def _parameter(parameter: inspect.Parameter) -> str:
    text = str(parameter.replace(annotation=parameter.empty, default=parameter.empty))
    if parameter.annotation is not parameter.empty:
        text += f": {_annotation(parameter.annotation)}"
    if parameter.default is not parameter.empty:
        shown = repr(parameter.default)
        # The addresses of objects differ from run to run.
        text += f" = {'…' if ' at 0x' in shown or '<' in shown else shown}"
    return text


def _annotation(annotation: object) -> str:
    return annotation if isinstance(annotation, str) else str(inspect.formatannotation(annotation))
