"""Names as words: what they are split into, what means the same, and how alike two names are."""
