"""Evaluate planning models, plans, learners and planners: files in, reports out."""
