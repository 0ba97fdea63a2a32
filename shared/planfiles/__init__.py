"""Files, folders, processes and commands: all input and output that the core does not do.

- `files` reads and decodes, `writing` writes, with one limit for each purpose (`limits`) and one
  exception (`errors`).
- `folders` lists planning files, `companions` finds files that belong together, `models` reads
  domains and problems and reports their errors.
- `workers` distributes work over processes (`pool`).
- `bounded` runs external commands within limits and leaves none of their processes behind.
- `command` and `parser` handle the arguments, errors, output, progress and exit status of a
  command.

The core interprets the texts (`plancore.kind`, `plancore.project`). Nothing here knows PDDL or LSP,
and only the progress line uses the terminal.
"""
