"""What metrics share: counts and ratios, the literals behind them, sets of plans."""
