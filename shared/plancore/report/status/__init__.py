"""The progress of a run of many units."""
