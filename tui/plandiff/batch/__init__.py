"""Folder against folder: many pairs compared, saved, and held against an earlier run."""
