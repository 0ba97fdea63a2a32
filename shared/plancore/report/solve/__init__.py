"""Problems solved with a learned domain: the outcomes of attempts, and scores."""
