"""Navigation: from a name to its references, its declaration and its users."""
