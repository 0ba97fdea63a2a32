"""Plans executed: the verdict on each, and why it fails."""
