"""The rules about plans: one file each."""
