"""A domain repaired."""
