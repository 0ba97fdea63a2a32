"""Benchmarks: learners evaluated on known domains, fold by fold."""
