"""Planners as commands: their descriptions, which ones are installed, how to run one.

- `description.Planner`: the command, the meaning of exit status and output, the file of the plan.
- `catalogue`: the known planners, a file each. They are searched in a Python environment and on
  the PATH, and never imported.
- `naming`: find planners by name: known ones, and the user's own, from a line or a TOML file.
- `asking`: run a planner on a task within limits, and read its answer.

The answer of a planner is not a result: a plan counts once it has been executed, in
`planeval.solving`.
"""
