"""Plans of one model done in another: put through pairs of names, step by step, and executed."""
