"""The least change of a domain after which plans are valid that must be, and others are not.

The method is that of Lin, Grastien & Bercher ("Towards Automated Modeling Assistance: An Efficient
Approach for Repairing Flawed Planning Domains", AAAI 2023): every plan that fails shows a set of
edits of which each repair has one; a least choice that meets all these demands is tried, the plans
are executed again, and so on until none fails. Plans that must not be valid follow Lin, Grastien,
Shome & Bercher ("Counter-Example Plans", AAAI 2025).
"""
