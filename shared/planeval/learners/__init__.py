"""Learners of planning domains: each is a command, run in an environment of its own."""
