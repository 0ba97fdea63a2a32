"""The mapping of names, parameters and constants that minimises the difference of two domains."""
