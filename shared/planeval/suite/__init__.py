"""Domains to benchmark learners on: the project's own, of a folder, or those of AMLGym."""
