"""Which files belong to a document, and what it is compared with."""
