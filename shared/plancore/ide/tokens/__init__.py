"""What each word of a text is, for colouring: names by the table of occurrences."""
