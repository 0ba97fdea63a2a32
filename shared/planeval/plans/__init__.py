"""Sets of plans: pairs against references, matrices, diversity."""
