"""Problems solved with a learned domain: how the attempts ended, and what they come to."""
