"""What differences mean: which of two actions applies where, proved, with a state that shows it."""
