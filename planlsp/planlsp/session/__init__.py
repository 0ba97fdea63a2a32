"""A session with one client: documents, files, folders, settings and diagnostics."""
