"""Batches: many pairs of files compared, with a row for each pair."""
