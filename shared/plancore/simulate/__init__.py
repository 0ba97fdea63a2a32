"""Execution of plans: grounding on demand, states, axioms, time, reasons for failure.

One state after the other, exactly; `vectors` counts over many states at once, `semantics` proves
what holds in all.
"""
