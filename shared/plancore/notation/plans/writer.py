"""Write plans in the notation of the International Planning Competition."""

from __future__ import annotations

from fractions import Fraction

from plancore.model.plan import Plan, Step


def write_plan(plan: Plan) -> str:
    """One step per line, in lower case: `(a b)`, or `0.5: (a b) [1.5]` in a timed plan.

    The notation can express concurrent actions only by equal times: an untimed plan with such steps
    is written with times 0, 1, 2 and so on. A stated cost is the last line.
    """
    numbered = any(len(step.actions) != 1 for step in plan.steps)
    lines = [
        _written(step, Fraction(index) if numbered and step.start is None else step.start)
        for index, step in enumerate(plan.steps)
        if step.actions
    ]
    if plan.cost is not None:
        lines.append(f"; cost = {decimal(plan.cost)}")
    return "".join(f"{line}\n" for line in lines)


def decimal(value: Fraction) -> str:
    """`value` as a decimal number if it has a finite one, otherwise as `n/d`."""
    rest = value.denominator
    digits = 0
    for factor in (2, 5):
        count = 0
        while rest % factor == 0:
            rest //= factor
            count += 1
        digits = max(digits, count)
    if rest != 1:
        return f"{value.numerator}/{value.denominator}"
    if not digits:
        return str(value.numerator)
    scaled = str(abs(value.numerator) * 10**digits // value.denominator).rjust(digits + 1, "0")
    sign = "-" if value < 0 else ""
    return f"{sign}{scaled[:-digits]}.{scaled[-digits:]}"


def _written(step: Step, start: Fraction | None) -> str:
    duration = "" if step.duration is None else f" [{decimal(step.duration)}]"
    time = "" if start is None else f"{decimal(start)}: "
    return "\n".join(f"{time}{action}{duration}" for action in step.actions)
