"""The effects of differences on plans: counts for each difference, and the failures that it
explains."""
