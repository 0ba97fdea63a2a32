"""Metrics, a module each: its docstring is the documentation, its results have their counts."""
