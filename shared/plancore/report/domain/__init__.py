"""A learned domain beside its reference: the review, its data, its text."""
