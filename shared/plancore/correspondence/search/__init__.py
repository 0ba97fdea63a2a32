"""One round of matching two models: one-to-one pairs, their exchange, and leftover names."""
