"""What the server knows of one client: its documents, files, folders, settings and findings."""
