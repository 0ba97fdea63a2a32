"""What is wrong with files of the workspace that nobody has open, found out in other processes.

Each file is opened in a session of its own process that has been told what this one has been told,
so what is said of it is what is said when the client opens it.
"""
