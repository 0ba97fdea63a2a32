"""Shared parts of metrics: counts and ratios, the counted literals, sets of plans."""
