"""Runs of language models: what they come to, as an experiment and one by one."""
