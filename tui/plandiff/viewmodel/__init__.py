"""What the viewer shows, without the viewer: rows, folds, headings, panels. Knows no Textual."""
