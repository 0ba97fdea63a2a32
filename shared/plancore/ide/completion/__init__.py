"""Completion: what may be written at a cursor.

Every item is legal: inserting it adds no error to the file. Items that need arguments come with
fitting ones; an item without any is not offered.
"""
