"""Problems solved with a learned domain and with its reference.

- `unit` is one attempt, JSON in and JSON out, so that any engine can do it.
- `models` are the domains, the codec and the problem of an attempt; errors in them end it before
  a planner is asked. What a planner has written is made a plan there, which both domains judge.
- `batch` is what is to be solved, with plans that are given, each for one of the problems; it has
  attempts of all done and puts them together.
"""
