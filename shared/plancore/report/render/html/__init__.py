"""Reports as HTML: one self-contained file each, complete without scripts."""
