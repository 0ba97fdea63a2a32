"""From a name to where else it stands, what it names, and who uses it."""
