"""The context of a cursor: the lists around it, the expected operand, the variables in scope, the
type.

It is computed from the words of the form around the cursor, so it works in unfinished text and
takes the same time in files of any size.
"""
