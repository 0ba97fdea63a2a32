"""Shared by metrics: counts and ratios, the literals behind them, sets of plans."""
