"""The model of a text: requirements, types, formulas, domains, problems, plans.

**Invariant**: a model object has its place (`node`), but equality and hash ignore it, so two models
are equal if their content is. All names are lower case.
"""
