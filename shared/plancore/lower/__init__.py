"""Lower a syntax tree to a model, one form at a time. Never fails: unreadable parts are `Damaged`.

Each form is lowered by itself and keeps the result, so after an edit only the changed form is
lowered again. Checks that need more than the form, such as whether a predicate is declared, are
left to the rules.
"""
