"""Many files at once, for the subcommands: which ones, in how many processes, with what progress.

**Absent on purpose**: pygls and lsprotocol, whose import takes longer than checking a folder.
"""
