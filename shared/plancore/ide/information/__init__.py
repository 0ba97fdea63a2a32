"""Hovers, signatures and inlay hints for names, steps and arguments."""
