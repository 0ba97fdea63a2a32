"""Trajectories: states and the actions between them, read from and written to files."""
