"""Compare a learned domain with its reference in an editor."""
