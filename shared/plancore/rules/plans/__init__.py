"""Rules that check plan files: one module per rule, named after its code.

As for domains and problems, no rule depends on another one, and a rule's docstring is its page.
"""
