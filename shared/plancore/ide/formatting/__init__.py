"""The formatter: the white space between tokens, decided anew; nothing else is ever touched.

**Invariant**: every edit replaces white space by white space (blanks behind a comment included), so
names, their order, comments and with them the meaning stay as they are.
"""
