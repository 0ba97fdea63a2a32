"""The pages about rules: what the docstring of each says, and a list of them."""

from __future__ import annotations

from typing import Final

from plancore.rules.by_code import page_of, rules_by_code, summary_of

FOLDER: Final = "docs/reference/rules"
RULES: Final = tuple(rules_by_code().values())
_HEAD: Final = """\
# Rules

Each rule is one file in `shared/plancore/rules/catalogue`, for plans in
`shared/plancore/rules/plans/catalogue`; its docstring is its page here, and what
`planlsp explain CODE` prints. A code is also the word for the settings and for a comment that
silences the rule on its line, or on the next line when nothing else stands on its own:
`; planlsp: ignore[unused-parameter]`.

| code | severity | by default | what it says |
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
