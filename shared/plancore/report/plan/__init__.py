"""Two plans: the review, with both executed, its data and its document."""
