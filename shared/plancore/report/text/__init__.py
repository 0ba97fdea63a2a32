"""Reports on two files that are neither PDDL nor plans."""
