"""Evaluate logs of language models that were asked for plans."""
