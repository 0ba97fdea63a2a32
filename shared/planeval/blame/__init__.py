"""Blame on the command line: from files to cases, and what is made of them."""
