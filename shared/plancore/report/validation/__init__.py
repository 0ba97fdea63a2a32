"""Reports on executed plans: the verdict on each, and why it fails."""
