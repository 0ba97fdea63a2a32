"""Notations beside PDDL's own: plans and trajectories, read and written."""
