"""The known planners, a module for each: its description, and how to find it."""
