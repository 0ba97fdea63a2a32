"""From tree to model, one form at a time. Never fails: what it cannot read is `Damaged`.

Each form is lowered by itself and remembers the result, so an edit lowers one form again. What
needs more than the form, such as whether a predicate is declared, is left to the rules.
"""
