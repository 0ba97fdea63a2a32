"""What the viewer shows beside the rows: headings, outlines, panels. Knows no Textual."""
