"""The commands of planeval as functions, for notebooks and scripts.

    from planeval import api

    result = api.domain("learned.pddl", "reference.pddl", plans="plans")
    result                  # in a notebook: the report
    result.frame()          # a pandas data frame
    result.save("page.html")

Each function runs the subcommand of `planeval` with the same name: it takes the options as
arguments, checks them in the same way, and returns the report as a `Result`. It prints nothing. An
error in a file or an argument raises `Trouble` with the message that the command prints; errors in
some of several files are in `problems` of the result.
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
