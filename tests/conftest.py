"""Settings that all tests share."""

from __future__ import annotations

import os

from hypothesis import HealthCheck, settings

# No deadline: how long an example takes says more of the machine than of the code. In CI the
# examples are always the same, so that a failure there is one that the change made.
settings.register_profile(
    "planlsp",
    deadline=None,
    derandomize=bool(os.environ.get("CI")),
    suppress_health_check=[HealthCheck.too_slow],
)
settings.load_profile("planlsp")
