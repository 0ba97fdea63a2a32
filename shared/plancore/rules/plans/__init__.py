"""What is wrong with a plan file: one module for each rule, named like its code.

As for domains and problems, no rule knows another one, and a rule's docstring is its page.
"""
