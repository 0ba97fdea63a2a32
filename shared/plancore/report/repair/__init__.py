"""Reports on repairs of a domain."""
