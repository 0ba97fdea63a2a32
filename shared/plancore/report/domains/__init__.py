"""Tables of many learned domains, each measured against its reference."""
