"""What differences do to plans, and what mends them: from arguments to reports."""
