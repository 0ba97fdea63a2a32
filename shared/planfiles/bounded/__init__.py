"""Commands of others, such as planners and learners, run within limits.

- `running.run` runs one command to its end, within `limits.Limits`, and leaves no process of it
  behind: not after a limit, not after Ctrl+C, not when we are killed, and not after exit status 0.
- `limits.RunEnd` says what ended it, what it took and where its output lies.
- `running.working_folder` is a folder for one run, removed afterwards.
- `guard` is the process that starts the command: it lives on when we are killed, sees that, and
  ends the command with all that came of it.
"""
