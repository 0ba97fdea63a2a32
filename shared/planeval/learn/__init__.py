"""Domains learned from the files that a command names."""
