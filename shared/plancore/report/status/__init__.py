"""How far a run of many units is."""
