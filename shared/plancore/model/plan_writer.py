"""Plans in the notation of the International Planning Competition."""

from __future__ import annotations

from fractions import Fraction

from plancore.model.plan import Plan, Step


def write_plan(plan: Plan) -> str:
    """One step per line, in lower case: `(a b)`, or `0.5: (a b) [1.5]` in a timed plan.

    Concurrent actions of an untimed plan stand on one line. A stated cost is the last line.
    """
    lines = [_written(step) for step in plan.steps]
    if plan.cost is not None:
        lines.append(f"; cost = {decimal(plan.cost)}")
    return "".join(f"{line}\n" for line in lines)


def decimal(value: Fraction) -> str:
    """`value` as a decimal number where it has a finite one, else as `n/d`."""
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


def _written(step: Step) -> str:
    duration = "" if step.duration is None else f" [{decimal(step.duration)}]"
    if step.start is None:
        return " ".join(map(str, step.actions)) + duration
    return "\n".join(f"{decimal(step.start)}: {action}{duration}" for action in step.actions)
