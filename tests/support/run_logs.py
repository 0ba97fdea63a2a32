"""Run logs as AutoPlanBench writes them, made from a few words."""

from __future__ import annotations

import json
from collections.abc import Sequence

_TRIED = {"+": True, "-": False}


def incremental(*said: str, success: bool, reached: bool, instance: int = 1) -> str:
    """A log of an incremental run: `+(a b)` happened, `-(a b)` could not, `look`, `done`."""
    entries: list[dict[str, object]] = [_header(instance, incremental=True), {"plan_prompt": "…"}]
    for word in said:
        texts = {"look": ("look around", "(look-around)"), "done": ("You are finished.", "---")}
        spoken, translated = texts.get(word, (f"do {word[1:]}", word[1:]))
        translation: dict[str, object] = {"text": translated, "type": "Translation Model"}
        if word != "done":
            translation["executable"] = _TRIED.get(word[0], True)
        entries += [
            {"text": spoken, "type": "Plan Model"},
            translation,
            {"text": "There is another note, and nothing more.", "type": "Env Feedback"},
        ]
    entries.append({"success": success, "reached_goal": reached, "executable": "NA"})
    return _lines(entries)


def complete_plans(
    *plans: Sequence[str], success: bool, reached: bool, executable: bool, instance: int = 1
) -> str:
    """A log of attempts at complete plans; `-(a b)` is the action that could not happen."""
    entries: list[dict[str, object]] = [_header(instance, incremental=False)]
    for plan in plans:
        actions = [word.lstrip("-") for word in plan]
        entries.append({"text": "\n".join(("First:", *actions)), "type": "Plan Model"})
        entries.append({"text": actions, "type": "Translation Model"})
        for word, action in zip(plan, actions, strict=True):
            tried = not word.startswith("-")
            entries.append({"text": action, "type": "Translation Model", "executable": tried})
            if not tried:
                break
    entries.append({"success": success, "reached_goal": reached, "executable": executable})
    entries.append({"total_time": 1.5, "total_tokens": 10})
    return _lines(entries)


def _header(instance: int, *, incremental: bool) -> dict[str, object]:
    return {"task": {"task_num": instance}, "incremental": incremental, "max_steps": 10}


def _lines(entries: Sequence[object]) -> str:
    return "".join(f"{json.dumps(entry)}\n" for entry in entries)
