"""A learned domain compared with its reference: the review, its data and its document."""
