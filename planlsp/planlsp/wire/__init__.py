"""JSON-RPC with one client: frames, transports, and an answer for every request.

**Absent**: documents and PDDL, which belong to the session and the features.
"""
