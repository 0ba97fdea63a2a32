"""The subcommands of `planeval`, one module each."""
