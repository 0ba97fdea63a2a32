"""Work in the background of requests: scheduling, progress, garbage collection, the index."""
