"""Two plans: the review with both executed, its data, its text."""
