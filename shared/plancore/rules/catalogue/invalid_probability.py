"""Probabilities are no probabilities.

## What it does
Reports a probability of an effect outside of 0 to 1, and probabilities of one effect that add up to
more than 1.

## Why it matters
Planners reject the effect, or scale the numbers as they like.

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
