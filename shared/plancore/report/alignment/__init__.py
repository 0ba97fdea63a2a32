"""What stands for what in two domains, with what is left over."""
