"""Renderers of reports: each is a module with `render`, and a line in the registry."""
