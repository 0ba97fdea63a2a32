"""The widgets of the viewer. What they show comes from `plancore.report` and `viewmodel`."""
