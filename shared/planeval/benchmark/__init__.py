"""Evaluate learners on known domains: trajectories, folds, noise, units of work, reports."""
