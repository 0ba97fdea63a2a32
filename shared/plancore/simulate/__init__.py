"""Execution of plans: grounding on demand, states, axioms, time, reasons for failure."""
