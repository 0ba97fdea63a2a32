"""Rename: change all occurrences of a name, or give a reason why that is not possible.

The edited texts are read again first: they must have the same meaning under the new name.
"""
