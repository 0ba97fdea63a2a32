"""Readers of plan texts, one module per notation: the offsets of steps, errors and other text.

**Invariant**: a scanner reads its text once, from left to right, and never fails.
"""
