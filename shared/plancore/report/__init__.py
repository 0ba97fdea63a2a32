"""Results as text and JSON: what a person or a program reads of a comparison."""
