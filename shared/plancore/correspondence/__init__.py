"""What stands for what in two models that were written independently of each other."""
