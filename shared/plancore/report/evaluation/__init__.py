"""A learned domain measured by every metric whose needs are met."""
