"""`plandiff --serve`: the viewer in a browser on this machine, through textual-serve."""
