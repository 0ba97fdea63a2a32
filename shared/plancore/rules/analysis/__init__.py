"""What several rules need to know about a form or a definition, worked out once.

**Invariant**: nothing here reports anything.
"""
