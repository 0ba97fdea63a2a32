"""The process that keeps one run within its limits.

It is started afresh for each run, so it imports next to nothing: a bare interpreter takes some 12
milliseconds, `json`, `signal` and `subprocess` would double that. It reads what to do from
standard input, and takes the end of that input for the wish to end the run: so it hears of the
death of whoever started it, whatever the cause. Its answer is written to standard output.
"""
