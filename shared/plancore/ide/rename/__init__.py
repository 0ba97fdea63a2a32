"""Renaming: every place of a name changed at once, or a reason why that would be wrong.

What is written is read again before it is offered: it must say the same under the new name.
"""
