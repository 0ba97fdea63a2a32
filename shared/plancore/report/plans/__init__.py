"""A set of plans: all pairs under every metric, or each against its reference."""
