"""What may be written at a cursor.

Everything that is offered is legal there: with it the file has no error that it had not before.
What needs arguments comes with arguments that fit; what has none to offer is not offered.
"""
