"""A learned domain, its reference, and the learned domain as it was before."""
