"""Proofs that two models differ in names and orders only."""
