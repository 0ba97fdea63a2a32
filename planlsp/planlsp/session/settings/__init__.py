"""The user's settings, from the client and from settings files of folders."""
