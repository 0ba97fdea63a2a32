"""Two files under review: what was asked of them, what is known, and what is being worked out."""
