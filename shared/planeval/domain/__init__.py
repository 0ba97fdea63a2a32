"""Evaluate a learned domain against its reference, on states and plans from files."""
