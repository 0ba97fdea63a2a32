"""Every metric: one line in the tuple of what it is about."""
