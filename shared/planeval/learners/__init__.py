"""Learners of planning domains, each a command in an environment of its own."""
