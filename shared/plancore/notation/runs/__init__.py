"""Readers of logs of runs, one module per notation."""
