"""To and from the object model of the pddl package: the only room that names it."""
