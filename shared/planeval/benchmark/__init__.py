"""Learners measured on domains that are known: trajectories, folds, noise, units of work, rows."""
