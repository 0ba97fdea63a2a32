"""Problems solved with a learned domain and with its reference.

- `unit` is one attempt, JSON in and JSON out, so that any engine can do it.
- `models` are the domains, the codec and the problem of an attempt; errors in them end it before
  a planner is asked.
- `judging` makes a plan of what a planner has written, and has both domains say what they think.
- `request` is what is to be solved, with plans that are given, each for one of the problems.
- `batch` makes attempts of a request, has them done and puts them together.
"""
