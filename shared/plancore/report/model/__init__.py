"""A domain, and a problem of it: types, who uses which predicate, what enables what, the facts."""
