"""The pages of rules, which are their docstrings, and an index."""

from __future__ import annotations

from typing import Final

from plancore.rules.plans.registry import page_of, rules_by_code, summary_of

FOLDER: Final = "docs/reference/rules"
RULES: Final = tuple(rules_by_code().values())
_HEAD: Final = """\
# Rules

`planlsp explain CODE` prints the page of a rule. To change the severity of a rule or turn it off,
use its code in the [settings](../settings.md), or in a comment on its line or the line above:
`; planlsp: ignore[unused-parameter]`.

| code | severity | default | |
|---|---|---|---|
"""


def pages() -> dict[str, str]:
    """The text of each page, by its path from the top of the repository."""
    made = {f"{FOLDER}/{rule.CODE}.md": page_of(rule) for rule in RULES}
    rows = (
        f"| [{rule.CODE}]({rule.CODE}.md) | {rule.SEVERITY.label} "
        f"| {'on' if rule.DEFAULT else 'off'} | {summary_of(rule)} |\n"
        for rule in RULES
    )
    return made | {f"{FOLDER}/README.md": _HEAD + "".join(rows)}
