"""Parameters of predicates, functions and actions added and removed, with everything that applies
them: the rest of the domain, problems and plans.
"""
