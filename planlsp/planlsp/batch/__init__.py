"""Check and format many files, in several processes.

**Absent on purpose**: pygls and lsprotocol, whose import takes longer than checking a folder.
"""
