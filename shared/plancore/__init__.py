"""The analysis core: text in, immutable facts with positions out.

**Absent on purpose**: files, processes, LSP and terminal. The core reads no file, starts
nothing, and imports nothing heavier than the standard library when it is imported.
"""
