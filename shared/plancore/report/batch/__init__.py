"""Many pairs of files, each compared: a row for each."""
