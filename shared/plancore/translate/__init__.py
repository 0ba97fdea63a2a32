"""Translation of plans and problems from one model to another through a name mapping."""
