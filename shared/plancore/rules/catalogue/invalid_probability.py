"""Probabilities are outside [0, 1] or sum to more than 1.

## What it does
Reports a probability of an effect below 0 or above 1, and probabilities of one effect that sum to
more than 1.

## Why it matters
Planners reject the effect or rescale the probabilities.

## Example
```pddl
(define (domain coin)
  (:requirements :probabilistic-effects)
  (:predicates (heads) (tails))
  (:action flip
    :parameters ()
    :effect (probabilistic 0.6 (heads) 0.6 (tails))))
```

## Use instead
`(probabilistic 0.5 (heads) 0.5 (tails))`.
"""

from __future__ import annotations

from typing import Final

from plancore.diagnostic import Severity

CODE: Final = "invalid-probability"
SEVERITY: Final = Severity.ERROR
DEFAULT: Final = True
