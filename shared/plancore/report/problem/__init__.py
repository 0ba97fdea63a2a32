"""Two problems: the review, its data and its document."""
