"""Readings as text: a line a step, what was used, and the list of what a library holds of them.

Knows no act: a step is shown by the `brief` in its data, and by the call where it was one.
"""

import json
from collections.abc import Iterable, Mapping
from typing import Any

from silcrow.reading import Reading, Step
from silcrow.render.columns import Paint, clip, counted, grid, plain

_LINE = 160  # columns of a step
_ASKED = 60  # of them for what a call asked
_MILLION = 1_000_000


def step_line(step: Step) -> str:
    """A step on one line: its number, what was done, what it brought, and what it used."""
    data: Mapping[str, Any] = step.data
    brief = str(data.get("brief", ""))
    match step.kind:
        case "look":
            said = f"{data.get('name', 'call')}{_asked(data.get('arguments', {}))}: {brief}"
        case "say":
            said = f"told it: {brief}"
        case "reply":
            said = f"model: {brief}"
        case kind:
            said = f"{kind}: {brief}" if brief else kind
    used = _used(step.usage)
    return f"{step.number:>3}  {clip(' '.join(said.split()), _LINE)}" + (f"  ({used})" if used else "")


def usage_line(usage: Mapping[str, int], *, reading: str = "") -> str:
    """What an act used, on one line."""
    parts = [counted(usage[name], name[:-1]) for name in ("rounds", "calls") if name in usage]
    parts += [part for part in [_tokens(usage)] if part]
    if "cost_millionths" in usage:
        parts.append(f"cost {usage['cost_millionths'] / _MILLION:.4f}")
    parts.append(f"{usage.get('ms', 0) / 1000:.1f} s")
    return ", ".join(parts) + (f" ({reading})" if reading else "")


def render_reading(found: Reading, *, paint: Paint = plain) -> str:
    """A reading from its beginning: what was asked of what, each step, and what it used."""
    where = ", ".join(found.scope or (doc_id for doc_id, _ in found.documents)) or "the whole library"
    model = str(found.settings.get("model", ""))
    lines = [
        paint("place", f"{found.reading_id}  {found.kind}, {found.state}: {' '.join(found.title.split())}"),
        f"In {where}" + (f", by {model}" if model else "") + f", begun {found.started}",
        *map(step_line, found.steps),
        paint("quiet", f"Used: {usage_line(found.usage)}"),
    ]
    return "\n".join(lines)


def render_readings(found: Iterable[Reading]) -> str:
    """Readings in columns, newest last."""
    rows = [
        (one.reading_id, one.kind, one.state, counted(len(one.steps), "step"), one.started, clip(one.title, 60))
        for one in found
    ]
    return "\n".join(grid(rows)) if rows else "No readings."


def _asked(arguments: Mapping[str, Any]) -> str:
    shown = {name: value for name, value in arguments.items() if name != "max_tokens"}
    return f" {clip(json.dumps(shown, ensure_ascii=False), _ASKED)}" if shown else ""


def _used(usage: Mapping[str, int]) -> str:
    """Tokens, and time where it was worth a tenth of a second."""
    parts = [_tokens(usage)] if usage.get("input") or usage.get("output") else []
    parts += [f"{usage['ms'] / 1000:.1f} s"] if usage.get("ms", 0) >= 100 else []
    return ", ".join(part for part in parts if part)


def _tokens(usage: Mapping[str, int]) -> str:
    if "input" not in usage:
        return ""
    kept = f" ({usage['cached']:,} cached)" if usage.get("cached") else ""
    return f"{usage['input']:,} tokens in{kept}, {usage.get('output', 0):,} out"
