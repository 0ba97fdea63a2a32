"""One round of matching two models: names paired one to one, exchanged, and what is left over."""
