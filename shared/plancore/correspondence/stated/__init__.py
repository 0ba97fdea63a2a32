"""Pairs that people state, and what the others make of them."""
