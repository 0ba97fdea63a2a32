"""A learned domain measured by all metrics that there is something for."""
