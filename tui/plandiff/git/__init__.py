"""`plandiff` as git runs it: its difftool, its diff and merge drivers and its textconv."""
