"""A file as a tree, and as stretches of text that belong together."""
