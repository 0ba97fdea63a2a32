"""Reports on test cases: which passed, and why others did not."""
