"""Evaluation of conditions on many states at once: a fluent is a bit vector over states.

It serves to count over states × ground actions; `simulate` executes exactly, one state at a time,
and `semantics` proves.

`formulas` imports numpy, so it must not be imported at start.
"""
