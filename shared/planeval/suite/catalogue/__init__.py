"""The project's own domains: a file each, with the domain and how the worlds of its problems are
made."""
