"""Ways to write a report down: each is a file with `render`, and a line in the registry."""
