"""Name mappings between two models that were written independently."""
