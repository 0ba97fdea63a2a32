"""Writes docs/rules/*.md from the docstrings of the rules.

    python docs/generate.py

A test compares the pages with the docstrings, so run this after changing one.
"""

from __future__ import annotations

from pathlib import Path

from plancore.rules.base import Rule
from plancore.rules.registry import ALL


def pages() -> dict[str, str]:
    """The text of each page, by the name of its file."""
    made = {f"{rule.CODE}.md": page(rule) for rule in ALL}
    made["README.md"] = index()
    return made


def page(rule: Rule) -> str:
    """One rule as a page: its docstring, with code and default severity above."""
    text = (rule.__doc__ or "").strip()
    title, _, body = text.partition("\n")
    default = "on" if rule.DEFAULT else "off"
    return (
        f"# {rule.CODE}\n\n{title}\n\n"
        f"Severity: {rule.SEVERITY.label}. By default: {default}.\n\n{body.strip()}\n"
    )


def index() -> str:
    """The list of all rules."""
    lines = [
        "# Rules",
        "",
        "Each rule is one file in `shared/plancore/rules`; its docstring is its page here. A code",
        "is also the word for the settings and for a comment that silences the rule on its line,",
        "or on the next line when nothing else stands on its own:",
        "`; planlsp: ignore[unused-parameter]`.",
        "",
        "| code | severity | by default | what it says |",
        "|---|---|---|---|",
    ]
    for rule in sorted(ALL, key=lambda rule: rule.CODE):
        title = (rule.__doc__ or "").strip().partition("\n")[0]
        default = "on" if rule.DEFAULT else "off"
        lines.append(
            f"| [{rule.CODE}]({rule.CODE}.md) | {rule.SEVERITY.label} | {default} | {title} |"
        )
    return "\n".join(lines) + "\n"


def write(folder: Path) -> None:
    """Write all pages into `folder` and remove those of rules that are gone."""
    folder.mkdir(parents=True, exist_ok=True)
    wanted = pages()
    for name, text in wanted.items():
        (folder / name).write_text(text, encoding="utf-8", newline="\n")
    for path in folder.glob("*.md"):
        if path.name not in wanted:
            path.unlink()


if __name__ == "__main__":
    write(Path(__file__).parent / "rules")
