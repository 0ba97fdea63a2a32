"""The evaluation of a learned domain by all applicable metrics."""
