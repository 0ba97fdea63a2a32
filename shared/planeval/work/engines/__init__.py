"""The engines that execute the units of a run, a module for each."""
