"""From differences to edits of a text that keep its layout."""
