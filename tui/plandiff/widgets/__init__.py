"""The widgets of the viewer. What they show comes from `plandiff.viewmodel`."""
