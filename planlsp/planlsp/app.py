"""The composition root: a server with every feature."""

from __future__ import annotations

from planlsp.features.registry import FEATURES
from planlsp.session.server import PlanServer


def create_server() -> PlanServer:
    """A server for one client, not yet connected to it."""
    server = PlanServer()
    for feature in FEATURES:
        feature.register(server)
    return server
