"""What the viewer shows next to the rows: headings, outlines, panels. Does not import Textual."""
