"""What is worked out for features, from a view of the session."""
