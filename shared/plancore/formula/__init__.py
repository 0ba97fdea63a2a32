"""Formulas: their canonical forms, names and texts, independent of domains."""
