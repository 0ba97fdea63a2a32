"""Changes of a text that leave its meaning as it is, and many fixes made at once."""
