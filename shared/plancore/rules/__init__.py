"""Rules that check domains, problems and plans: one module per rule, named after its code.

**Invariant**: no rule depends on another rule, and no rule walks a tree that lowering has walked. A
rule's docstring is its documentation page.
"""
