"""Results of several experiments side by side."""
