"""Effects of differences on plans, and repairs: from arguments to reports."""
