"""Many states at once: a fluent is a bit vector over states, a condition a few operations on them.

They serve to count over states × ground actions; `simulate` executes exactly, one state after the
other, and `semantics` proves.

Needs numpy, which is imported with the modules of this package and by nothing else of the core.
"""
