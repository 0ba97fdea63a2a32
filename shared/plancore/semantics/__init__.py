"""Proofs about the meaning of differences: which of two actions applies where, with witness states.

The core evaluates conditions in three packages, for three questions. `simulate` executes one plan
exactly: numbers, time, an explanation for each step. `vectors` evaluates one condition on many
states and ground actions at once, to count. Here a condition becomes a proposition over all states
of a small world, so that "nowhere" can be proved. Tests compare the three with each other.
"""
