"""Reports on diagnostics in files."""
