"""Models that differ in names and orders only, which is proved."""
