"""Tokens as LSP sends them: a legend that the client knows, and arrays of numbers."""
