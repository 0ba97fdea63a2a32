"""Sessions of the viewer: requests, known results, and work in the background. No Textual."""
