"""Turn differences into text edits that keep the layout."""
