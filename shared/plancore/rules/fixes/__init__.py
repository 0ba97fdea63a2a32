"""Edits that several rules offer: declare a name, remove one, change one.

**Invariant**: nothing here finds anything; it only writes what a rule asks for.
"""
