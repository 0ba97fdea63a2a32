"""The outside world, for whoever is not the core: files and folders, processes, commands.

- `files` reads and `writing` writes, with one limit for each purpose (`limits`), one way from
  bytes to text (`text`) and one exception (`errors`).
- `folders` tells which files are planning files, `companions` which belong together, `models`
  reads domains and problems and tells what had to be mended.
- `workers` shares work out among processes (`pool`), `progress` shows how far it is.
- `bounded` runs commands of others within limits, and leaves no process of them behind.
- `command` and `parser` are the manners of a command: arguments, errors, output, exit status.

What a text says is the core's business (`plancore.kind`, `plancore.project`). **Absent**: PDDL,
LSP, and the terminal but for the progress line.
"""
