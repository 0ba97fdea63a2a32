"""Plan texts, one notation per file: offsets of steps, of faults and of what is no step.

**Invariant**: a scanner reads its text once, from left to right, and never fails.
"""
