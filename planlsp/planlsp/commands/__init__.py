"""The subcommands of `planlsp`: one module each, with late imports."""
