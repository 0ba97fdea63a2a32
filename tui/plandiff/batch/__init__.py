"""Directory comparisons: compare many pairs, save the results, and compare with earlier results."""
