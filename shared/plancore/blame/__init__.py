"""The effect of each difference between two domains on plans, found by undoing it."""
