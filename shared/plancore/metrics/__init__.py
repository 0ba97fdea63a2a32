"""One metric per file: its docstring is its documentation, its result carries the counts."""
