"""What the user has set: by the client, and in files of the folders."""
