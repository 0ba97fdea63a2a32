"""Learners of our own: trajectories in; a domain, with the codec that goes with it, out."""
