"""Reports on a learned domain: its input, omissions and contradictions."""
