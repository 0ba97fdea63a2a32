"""Alignment and matching of plain sequences, weights and graphs; independent of PDDL."""
