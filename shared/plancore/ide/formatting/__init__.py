"""The formatter: it only changes white space between tokens.

**Invariant**: every edit replaces white space by white space (including blanks after a comment), so
names, their order, comments and the meaning stay the same.
"""
