"""All metrics: a line for each in the tuple for its kind of case."""
