"""JSON-RPC with one client: frames, transports, and an answer for every request.

**Absent**: documents and PDDL. What a message means is for the session and the features.
"""
