"""Suites of domains for benchmarks of learners: the built-in one, folders, and AMLGym's."""
