"""Adapter scripts that call learners; each runs in the environment of its learner."""
