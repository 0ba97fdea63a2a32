"""`plandiff` as git runs it: its difftool, its diff driver and its textconv."""
