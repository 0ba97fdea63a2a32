"""What belongs at a cursor: the lists around it, the operand, the variables, the type.

Worked out from the words of the one form that the cursor is in, so it holds in text that is not
finished, and costs the same in a file of any size.
"""
