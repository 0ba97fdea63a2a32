"""The diff command and terminal viewer: the only package that knows Textual."""
