"""Runs of language models, as experiments and one by one."""
