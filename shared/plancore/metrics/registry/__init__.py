"""Every metric: one line in the tuple of the metrics that measure the same kind of case."""
