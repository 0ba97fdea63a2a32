"""What goes on beside the requests: lanes, progress, garbage, the index."""
