"""The rules: one file each, documented by its docstring."""
