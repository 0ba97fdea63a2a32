"""When two formulas say the same: one canonical form, one way to print, one way to name.

**Absent**: domains. What a formula belongs to is for whoever compares.
"""
