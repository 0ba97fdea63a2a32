"""Programs of the user's, planners and learners alike: described in a line or in a file of TOML.

- `command`: a command line, checked and made to run anywhere; `places` are filled in in it.
- `tables`: the tables of a file that describes some.
- `presence`: whether a command can be started here; `script` is what an interpreter in it runs.
- `version`: what a program says of itself.
- `bounds`: what a program may take where nobody says otherwise.
"""
