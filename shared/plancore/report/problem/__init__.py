"""Two problems: the review, its data, its text."""
