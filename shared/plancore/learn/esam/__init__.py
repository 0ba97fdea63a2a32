"""Extended SAM (Juba, Le and Stern, KR 2021): safe action models where one object may be bound to
several parameters.

When two parameters stand for one object, a fact about it can be lifted in several ways, and one
step alone does not say which of the literals is the effect. All steps together may; and for what
stays open there are *proxies*, actions for the ways in which the arguments coincide.
"""
