"""How alike the names of two models are, each judged by all the others."""
