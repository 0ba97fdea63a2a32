"""The outside world: files and folders, processes, and the manners of a command."""
