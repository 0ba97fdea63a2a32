"""Reports as pages of HTML: one file each that loads nothing, and says all without a script."""
