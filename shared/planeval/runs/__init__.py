"""Runs of language models: which logs are meant, read and measured."""
