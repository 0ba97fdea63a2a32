"""Evaluation with the outside world: files, batches, runs, reports."""
