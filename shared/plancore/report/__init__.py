"""Reports on comparisons, evaluations and findings, as text and data."""
