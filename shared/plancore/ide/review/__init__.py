"""A learned domain beside its reference, in editor terms."""
