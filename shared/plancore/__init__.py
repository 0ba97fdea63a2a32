"""The analysis core: text in, immutable facts with positions out.

It uses no files, processes, LSP or terminal, and importing it imports nothing heavier than the
standard library.
"""
