"""Results computed for features from a view of the session."""
