"""Built-in learners: from trajectories to a domain with its codec."""
