"""One look at two models: names paired one to one, exchanged, and what is left over."""
