"""What is known of files that nobody has open: what they define, and where their names stand.

A summary of a file has some kilobytes, so that thousands of files can be kept in mind; an index is
many summaries, and answers which files belong together and where a name is declared without
looking into a file.
"""
