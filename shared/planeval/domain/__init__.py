"""A learned domain evaluated against its reference, with states and plans from files."""
