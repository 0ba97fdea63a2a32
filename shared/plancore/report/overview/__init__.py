"""Results of several experiments beside one another."""
