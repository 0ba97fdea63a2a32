"""The syntax tree of a text. **Invariant**: reading never fails and loses no character.

A file is cut into forms, the units of error recovery and of incremental reading. A form does not
know its offset in the file, so an unchanged form stays the same object during edits elsewhere.
"""
