"""Sides next to each other: rows, folds and columns, for whatever shows them."""
