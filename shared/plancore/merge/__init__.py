"""Three-way merges of domains and problems, literal by literal."""
