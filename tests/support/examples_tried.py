"""How many examples of a property are tried.

A few new ones each time a person runs the tests, more in `.ci/run`; there they are always the same,
so that a failure is one that the change made. `HYPOTHESIS_PROFILE=large` tries many: three seconds
of CPU for each example of all properties.
"""

from __future__ import annotations

import os
from typing import Final

from hypothesis import HealthCheck, settings
from hypothesis.internal.conjecture import providers

# No deadline: how long an example takes says more of the machine than of the code.
_UNTIMED: Final = settings(deadline=None, suppress_health_check=[HealthCheck.too_slow])
_CHOSEN: Final = os.environ.get("HYPOTHESIS_PROFILE", "small")

settings.register_profile("small", _UNTIMED, max_examples=8, derandomize=bool(os.environ.get("CI")))
settings.register_profile("ci", _UNTIMED, max_examples=45, derandomize=True)
settings.register_profile("large", _UNTIMED, max_examples=200, derandomize=True)
settings.load_profile(_CHOSEN)

if _CHOSEN != "large":
    # Hypothesis also draws constants that it reads in all modules of ours, one value in twenty: of
    # few examples hardly one. Each process would read them, for a second, and in a new clone for
    # seven. So it finds no module of ours; a version that asks in another way reads them.
    vars(providers)["is_local_module_file"] = lambda _: False

for_each_of_many: Final = settings(max_examples=3) if _CHOSEN == "small" else settings()
"""For a property that is asked of many tasks, one after the other: small runs share the examples
out among them."""
