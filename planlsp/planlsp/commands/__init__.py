"""Subcommands of `planlsp`: one module each, which imports what is heavy only when it runs."""
