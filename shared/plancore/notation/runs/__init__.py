"""Logs of runs, read: a file for each notation."""
