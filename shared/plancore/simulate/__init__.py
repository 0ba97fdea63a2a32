"""Execution of plans: grounding on demand, states, axioms, time, and explanations of failures.

States are computed one at a time and exactly. `vectors` evaluates many states at once, and
`semantics` proves properties of all states.
"""
