"""Run external commands, such as planners and learners, within limits.

- `running.run` runs one command within `limits.Limits` and leaves none of its processes behind: not
  after a limit, Ctrl+C or exit status 0, and not if we are killed.
- `limits.RunEnd` has the reason of the end, the resources used and the paths of the output.
- `running.working_folder` is a temporary folder for one run.
- `guard` is the process that starts the command; if we are killed, it notices and ends the command
  with all its descendants.
"""
