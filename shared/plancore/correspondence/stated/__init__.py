"""Stated pairs: mapping files, answers to questions, and their use in a comparison."""
