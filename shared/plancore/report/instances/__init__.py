"""The sizes of the instances of domains."""
