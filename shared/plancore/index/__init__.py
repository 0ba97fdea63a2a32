"""Summaries of files that are not open: their definitions, and the occurrences of their names.

A summary takes some kilobytes, so thousands of files fit in memory. An index has many summaries and
finds which files belong together and where a name is declared, without reading files.
"""
