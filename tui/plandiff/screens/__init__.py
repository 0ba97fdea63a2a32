"""The screens of the viewer."""
