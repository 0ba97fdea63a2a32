"""The user's own programs, planners and learners, described in a line or a TOML file.

- `command`: command lines: parsing, placeholders, and whether a command can be started here.
- `tables`: the tables of a TOML file, and the version of a program.
- `bounds`: the default limits of programs.
"""
