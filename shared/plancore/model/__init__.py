"""What a text means: requirements, types, formulas, domains, problems, plans.

**Invariant**: a model object says where it stands (`node`), yet equality and hash ignore that, so
two models are equal when they mean the same to the letter. Names are lower case throughout.
"""
