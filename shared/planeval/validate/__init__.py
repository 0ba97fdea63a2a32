"""Validation of many plans: cases, workers, reports."""
