"""Algorithms of alignment and matching on plain sequences, weights and graphs. **Absent**: PDDL."""
