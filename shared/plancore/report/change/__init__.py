"""What the last change of a learned problem or plan did."""
