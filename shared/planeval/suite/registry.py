"""The project's own domains: a line for each."""

from __future__ import annotations

from random import Random
from typing import Final, Protocol

from planeval.suite.catalogue import canal, greenhouse, library, museum, panel, relay, soup, tram
from planeval.suite.world import World


class OwnDomain(Protocol):
    """What the module of a domain offers; its own name is the domain's."""

    DOMAIN: str

    def world(self, size: int, dice: Random) -> World:
        """Objects and initial facts; `size` is 1 or more, and larger worlds are larger."""


OWN: Final[dict[str, OwnDomain]] = {
    "canal": canal,
    "greenhouse": greenhouse,
    "library": library,
    "museum": museum,
    "panel": panel,
    "relay": relay,
    "soup": soup,
    "tram": tram,
}
