"""Programs of the user's, planners and learners alike: described in a line or in a file of TOML.

- `command`: a command line, checked and made to run anywhere, what is filled in in it, and whether
  it can be started here.
- `tables`: the tables of a file that describes some, and what a program says of its version.
- `bounds`: what a program may take where nobody says otherwise.
"""
