"""Two files that hold neither PDDL nor plans, as what is compared."""
