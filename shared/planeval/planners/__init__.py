"""Planners as commands: a description each, what is here of them, what their answers mean.

- `description.Planner`: the command, how exit status and output are read, where the plan is.
- `catalogue`: those that we know, a file each; they are looked for in an environment of Python and
  on the PATH, and none is imported.
- `naming`: from what a user names to planners: ours, and their own, from a line or a TOML file.
- `asking` runs one on a task, within limits, and says what came of it.

What a planner *says* is no result: a plan counts when it was executed, see `planeval.solving`.
"""
