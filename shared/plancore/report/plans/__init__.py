"""A set of plans: all pairs under every metric, or each plan against its reference."""
