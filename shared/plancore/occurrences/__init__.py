"""Where names stand in a text, what they name, and what is done with them there.

A table of occurrences is all that finding, marking, counting and renaming a name need to know of
a text. It is made form by form and kept with the form, and it needs no other file: what a name
stands for is looked up later, in an environment.
"""
