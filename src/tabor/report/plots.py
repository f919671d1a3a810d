"""Small drawings as SVG, coloured by the page's own names for colours, so that they suit light, dark and paper."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from html import escape

import numpy as np

from tabor.arena.ratings import Floats

WIDTH, HEIGHT = 720, 300
LEFT, RIGHT, TOP, BOTTOM = 52, 150, 14, 34
COLOURS = ("#3b76d6", "#c9631c", "#2f9e5b", "#b8459a", "#8a6fd1", "#a8862a", "#2b9aa6", "#cf4d57", "#74808c", "#5f8f2f")


def colour(number: int) -> str:
    return COLOURS[number % len(COLOURS)]


@dataclass(frozen=True)
class Scale:
    """From numbers to places on the drawing."""

    low: float
    high: float
    start: float
    end: float

    def __call__(self, value: float) -> float:
        span = (self.high - self.low) or 1.0
        return round(self.start + (min(max(value, self.low), self.high) - self.low) / span * (self.end - self.start), 1)

    def ticks(self, about: int = 5) -> list[float]:
        """
        >>> Scale(0, 97, 0, 100).ticks()
        [0.0, 20.0, 40.0, 60.0, 80.0]
        """
        raw = (self.high - self.low) / about or 1.0
        size = 10 ** np.floor(np.log10(raw))
        step = float(next(size * factor for factor in (1, 2, 5, 10) if size * factor >= raw * 0.999))
        first = np.ceil(self.low / step) * step
        return [float(value) for value in np.arange(first, self.high + step / 1e6, step)]


def drawing(width: float, height: float, label: str, *parts: str) -> str:
    inside = "".join(parts)
    return f'<svg class="plot" viewBox="0 0 {width} {height}" role="img" aria-label="{escape(label)}">{inside}</svg>'


def text(x: float, y: float, said: str, place: str = "start", kind: str = "tick") -> str:
    return f'<text x="{x}" y="{y}" text-anchor="{place}" class="{kind}">{escape(said)}</text>'


def line(x1: float, y1: float, x2: float, y2: float, kind: str = "grid") -> str:
    return f'<line x1="{x1}" y1="{y1}" x2="{x2}" y2="{y2}" class="{kind}"/>'


# ---- an interval in a cell of a table ----


def whisker(value: float, low: float, high: float, scale: tuple[float, float], tint: str = "var(--accent)") -> str:
    """A dot with its interval; open ends run to the edge."""
    width, x = 180, Scale(*scale, 6, 174)
    ends = f'<line x1="{x(low)}" y1="11" x2="{x(high)}" y2="11" stroke="{tint}" class="range"/>'
    middle = line(x(0), 2, x(0), 20, "zero")
    dot = f'<circle cx="{x(value)}" cy="11" r="4.5" fill="{tint}"/>'
    return f'<svg class="whisker" viewBox="0 0 {width} 22" aria-hidden="true">{middle}{ends}{dot}</svg>'


# ---- how strength grew ----


def growth(games: Sequence[int], strength: Floats, error: Floats, names: Sequence[str], order: Sequence[int]) -> str:
    """Lines over the number of games, with the room of two standard errors; the best player's name on top."""
    low, high = float((strength - error).min()), float((strength + error).max())
    x, y = Scale(0, games[-1], LEFT, WIDTH - RIGHT), Scale(low, high, HEIGHT - BOTTOM, TOP)
    grid = [
        line(LEFT, y(tick), WIDTH - RIGHT, y(tick)) + text(LEFT - 6, y(tick) + 4, f"{tick:+.0f}", "end")
        for tick in y.ticks()
    ]
    feet = [text(x(tick), HEIGHT - 12, f"{tick:,.0f}", "middle") for tick in x.ticks()]
    bands, lines = [], []
    for player in order:
        upper = [
            f"{x(n)},{y(float(s + e))}" for n, s, e in zip(games, strength[:, player], error[:, player], strict=True)
        ]
        lower = [
            f"{x(n)},{y(float(s - e))}" for n, s, e in zip(games, strength[:, player], error[:, player], strict=True)
        ]
        bands.append(f'<polygon points="{" ".join(upper + lower[::-1])}" fill="{colour(player)}" opacity="0.13"/>')
        points = " ".join(f"{x(n)},{y(float(s))}" for n, s in zip(games, strength[:, player], strict=True))
        lines.append(f'<polyline points="{points}" fill="none" stroke="{colour(player)}" stroke-width="2"/>')
    said = name_labels([(y(float(strength[-1, player])), names[player], colour(player)) for player in order])
    return drawing(WIDTH, HEIGHT, "Elo by the number of games", *grid, *feet, *bands, *lines, *said)


def name_labels(wanted: Sequence[tuple[float, str, str]]) -> list[str]:
    """Names beside the ends of lines, moved apart where they would cover each other."""
    placed, last = [], -99.0
    for height, name, tint in sorted(wanted):
        last = max(height, last + 14)
        short = name if len(name) <= 20 else name[:19] + "…"
        placed.append(f'<text x="{WIDTH - RIGHT + 8}" y="{last + 4}" fill="{tint}" class="name">{escape(short)}</text>')
    return placed


# ---- counts ----


def histogram(values: Sequence[int], label: str) -> str:
    """How often each length happened."""
    width, height, left, foot = 420, 190, 40, 26
    counts, edges = np.histogram(np.asarray(values), bins=min(24, max(1, len(set(values)))))
    x, y = Scale(float(edges[0]), float(edges[-1]), left, width - 8), Scale(0, float(counts.max()), height - foot, 12)
    grid = [
        line(left, y(tick), width - 8, y(tick)) + text(left - 5, y(tick) + 4, f"{tick:,.0f}", "end")
        for tick in y.ticks(3)
    ]
    bars = [
        f'<rect x="{x(float(a)) + 0.5}" y="{y(float(n))}" width="{max(1.0, x(float(b)) - x(float(a)) - 1):.1f}" '
        f'height="{height - foot - y(float(n)):.1f}" class="bar"><title>{a:.0f} – {b:.0f}: {n:,}</title></rect>'
        for n, a, b in zip(counts, edges[:-1], edges[1:], strict=True)
    ]
    feet = [text(x(tick), height - 8, f"{tick:,.0f}", "middle") for tick in x.ticks()]
    return drawing(width, height, label, *grid, *bars, *feet)


def bars(rows: Sequence[tuple[str, float, str]], label: str) -> str:
    """A bar for each: its name, its length, what is written at its end."""
    width, step = 420, 28
    name_room = 8 + 7.2 * max((len(name) for name, _, _ in rows), default=0)
    x = Scale(0, max((value for _, value, _ in rows), default=1.0), name_room, width - 70)
    parts = [
        text(name_room - 8, number * step + 18, name, "end", "label")
        + f'<rect x="{name_room}" y="{number * step + 6}" width="{x(value) - name_room:.1f}" height="16" class="bar"/>'
        + text(x(value) + 6, number * step + 18, said)
        for number, (name, value, said) in enumerate(rows)
    ]
    return drawing(width, max(1, len(rows)) * step + 4, label, *parts)
