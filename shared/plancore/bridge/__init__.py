"""Conversion to and from the objects of the `pddl` package; nothing else in the core imports it."""
