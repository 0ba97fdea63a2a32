"""Comparison of two domains, problems or plans."""
