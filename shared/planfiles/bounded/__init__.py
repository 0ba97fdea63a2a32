"""Commands of others, such as planners and learners, run as bounded trees of processes.

- `running.run` runs one command to its end, within `limits.Limits`, and leaves no process of it
  behind: not after a limit, not after Ctrl+C, and not after exit status 0.
- `ended.Ended` says what ended it, what it took and where its output lies.
- `working_folder` is a folder for one run, removed afterwards.
- `enforceable` says which of the limits this system can enforce.
- `keeper` is the process that stands between us and the command, one for each run.

Why a process of its own: orphans come to it and to nobody else, so that any number of runs in any
threads never end each other's; it lives on when we are killed, sees that, and ends the tree; and
where the system lets it be the first process of a namespace, the kernel ends the tree with it.
"""
