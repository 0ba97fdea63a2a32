"""A learned domain: what it was learned from, what is left out, what was contradicted."""
