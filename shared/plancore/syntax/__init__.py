"""Text to tree. **Invariant**: reading never fails and loses no character.

A file is cut into forms, the units of recovery and of incremental reading; each form knows
nothing of where it stands, so an unchanged form stays the same object while one types.
"""
