"""Readers and writers of trajectories: states and the actions between them."""
