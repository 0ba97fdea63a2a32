"""Learners measured on domains that are known, fold by fold."""
