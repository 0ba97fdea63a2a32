"""What is wrong with a file: one module for each rule, named like its code.

**Invariant**: no rule knows another rule, and no rule walks a tree that lowering has walked.
A rule's docstring is its documentation page.
"""
