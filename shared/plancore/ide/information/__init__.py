"""What is told of a name, a step or an argument."""
