"""A change of a learned file: the file now, before its last change, and its reference."""
