"""Alignments of two domains: the name mapping, and the names without a match."""
