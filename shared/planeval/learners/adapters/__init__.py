"""Scripts that call learners of others; each runs in the environment of its learner."""
