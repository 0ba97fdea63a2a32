"""Comparison of a learned model, its reference, and an earlier version of the learned model."""
