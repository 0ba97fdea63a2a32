"""The evaluations as functions, for notebooks and scripts.

    from planeval import api

    result = api.domain("learned.pddl", "reference.pddl", plans="plans")
    result                  # in a notebook: the report
    result.frame()          # a data frame of pandas
    result.save("page.html")

Each function does what the subcommand of `planeval` does that is called alike: it takes its options
by their names, checks them in the same way, and gives its report as a `Result`. Nothing is printed.
What a user has to change, a file or an argument, raises `Trouble` with the message that the command
prints; what could not be read of several files is in `problems` of the result.
"""

from planeval.api.executing import instances, overview, plans, runs, solve, validate
from planeval.api.learning import Learned, benchmark, learn
from planeval.api.models import Repaired, align, blame, domain, domains, problem, repair
from planeval.api.result import Result
from planfiles.errors import UserError as Trouble

__all__ = [
    "Learned",
    "Repaired",
    "Result",
    "Trouble",
    "align",
    "benchmark",
    "blame",
    "domain",
    "domains",
    "instances",
    "learn",
    "overview",
    "plans",
    "problem",
    "repair",
    "runs",
    "solve",
    "validate",
]
