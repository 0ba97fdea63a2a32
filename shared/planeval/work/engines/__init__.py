"""Who does the units of a run, a file for each: all are `engine.Engine`s."""
