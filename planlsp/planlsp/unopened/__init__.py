"""Check files of the workspace that are not open, in worker processes.

Each process has a session with the same client state as this one, and opens the files in it, so the
diagnostics are the same as when the client opens the files.
"""
