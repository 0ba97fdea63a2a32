"""Side-by-side views: rows, folds and columns, independent of how they are shown."""
