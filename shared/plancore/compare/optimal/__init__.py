"""The mapping of names, parameters and constants under which two domains differ least."""
