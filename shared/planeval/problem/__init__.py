"""Two problems compared: objects, initial state, goal, metric, constraints."""
