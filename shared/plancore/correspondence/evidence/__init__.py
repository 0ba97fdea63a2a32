"""What speaks for pairs beside the two models: tasks that both were made for."""
