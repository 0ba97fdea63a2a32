"""What differences do to plans: counts of each, and the failures that they explain."""
