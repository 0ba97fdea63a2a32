"""What two models or two plans have in common, and where they differ."""
