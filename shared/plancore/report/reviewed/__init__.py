"""The marks of a reviewer on differences, stored next to the learned file."""
