"""Minimum repairs: the smallest sets of edits of a domain that make plans valid or invalid as
expected.

The method is that of Lin, Grastien & Bercher ("Towards Automated Modeling Assistance: An Efficient
Approach for Repairing Flawed Planning Domains", AAAI 2023): every plan that fails yields a set of
edits of which each repair contains one; a minimum hitting set of these conflicts is tried, the
plans are executed again, and so on until none fails. Plans that must be invalid are handled as in
Lin, Grastien, Shome & Bercher ("Counter-Example Plans", AAAI 2025).
"""
