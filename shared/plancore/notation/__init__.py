"""Readers and writers of notations other than PDDL: plans, trajectories and logs of runs."""
