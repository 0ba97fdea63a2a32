"""Similarity of the names of two models, propagated between them."""
