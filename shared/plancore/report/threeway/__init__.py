"""A learned domain, its reference, and the learned domain before its last change."""
