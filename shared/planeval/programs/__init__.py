"""Programs of the user's, planners and learners alike: described in a line or in a file of TOML.

- `command`: a command line with places that are filled in, checked and made to run anywhere.
- `tables`: the tables of a file that describes some.
- `bounds`: what a program may take where nobody says otherwise.
"""
