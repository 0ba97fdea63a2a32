"""Solve problems with a learned domain and with its reference.

- `unit`: one attempt, JSON in and JSON out, so that any engine can execute it.
- `models`: the domains, the codec and the problem of an attempt; errors in them end it before a
  planner runs. Also reads the planner's plan and validates it in both domains.
- `batch`: a request to solve problems, with plans given for some of them; makes its units and
  collects the attempts in a report.
"""
