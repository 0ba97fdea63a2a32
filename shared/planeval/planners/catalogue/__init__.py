"""A file for each planner: its description, and how it is found."""
