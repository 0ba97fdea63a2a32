"""The integration with git: external diff, merge driver, textconv, and their setup."""
