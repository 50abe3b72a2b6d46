"""Draws what peers.py measured as an SVG: a bar for each peer and measure. It knows numbers and no documents."""

import math
from collections.abc import Mapping
from typing import Final

LEFT: Final = 116
WIDTH: Final = 150
STEP: Final = 22
GAP: Final = 34
PANELS: Final = (
    ("f1", "long PDFs: heading F1", 1.0),
    ("tree_recall", "under the right parents", 1.0),
    ("heading_f1", "single pages: heading F1", 1.0),
    ("tables", "tables", 1.0),
    ("reading_order", "reading order", 1.0),
    ("cpu", "CPU ms a page (logarithmic)", None),
)
ACROSS: Final = 3
STYLE: Final = "text{font:12px sans-serif;fill:#222}.end{text-anchor:end}.title{font-weight:bold}"


def bars(rows: Mapping[str, Mapping[str, float | None]]) -> str:
    """An SVG with one panel a measure; a peer that has no such thing keeps an empty row."""
    height = 30 + STEP * len(rows) + 14
    parts = []
    for n, (key, title, most) in enumerate(PANELS):
        x = LEFT + (n % ACROSS) * (WIDTH + GAP + 20)
        y = (n // ACROSS) * height
        parts.append(f'<text x="{x}" y="{y + 18}" class="title">{title}</text>')
        shown = [value for row in rows.values() if (value := row.get(key)) is not None]
        for at, (name, row) in enumerate(rows.items()):
            top = y + 28 + STEP * at
            if n % ACROSS == 0:
                parts.append(f'<text x="{LEFT - 8}" y="{top + 12}" class="end">{name}</text>')
            value = row.get(key)
            if value is None:
                parts.append(f'<text x="{x + 2}" y="{top + 12}" fill="#999">–</text>')
                continue
            share = value / most if most else math.log10(1 + value) / math.log10(1 + max(shown))
            label = f"{value:.3f}".lstrip("0") if most else f"{value:.1f}"
            colour = "#2f6db5" if at == 0 else "#b9c4d0"
            parts.append(f'<rect x="{x}" y="{top}" width="{WIDTH * share:.1f}" height="15" fill="{colour}"/>')
            parts.append(f'<text x="{x + WIDTH * share + 4:.1f}" y="{top + 12}">{label}</text>')
    box = f"0 0 {LEFT + ACROSS * (WIDTH + GAP + 20)} {height * math.ceil(len(PANELS) / ACROSS)}"
    drawn = "\n".join(parts)
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="{box}">\n<style>{STYLE}</style>\n'
        f'<rect width="100%" height="100%" fill="#fff"/>\n{drawn}\n</svg>\n'
    )
