"""Programs of the user's, planners and learners alike: described in a line or in a file of TOML.

- `command`: a command line, checked and made to run anywhere; `places` has what is filled in in it,
  and which script an interpreter runs.
- `tables`: the tables of a file that describes some.
- `presence`: whether a command can be started here.
- `version`: what a program says of itself.
- `bounds`: what a program may take where nobody says otherwise.
"""
