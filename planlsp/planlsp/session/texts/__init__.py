"""The texts of the session: open documents, files on disk, and when they are parsed."""
