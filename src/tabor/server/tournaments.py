"""Tournaments of a folder, running or finished: standings that move, games to look at and to watch live."""

from __future__ import annotations

import asyncio
import base64
import hashlib
from collections.abc import Callable
from functools import lru_cache
from html import escape
from pathlib import Path
from typing import Annotated, TypeVar
from urllib.parse import quote

import numpy as np
from fastapi import APIRouter, Query
from fastapi.responses import HTMLResponse, Response

from tabor.arena.live import Shown, shown_games
from tabor.arena.plan import FILE
from tabor.arena.playing import replay
from tabor.arena.ratings import rate
from tabor.arena.tournament import Tournament
from tabor.errors import DataError, SaveError
from tabor.frames import frames
from tabor.game import Tree
from tabor.match import Match
from tabor.report.page import match_page, page, report_style
from tabor.report.replays import board_source
from tabor.report.tournament import Report, game_result, game_title, head, report_page, section, standings
from tabor.saves import read_save
from tabor.server.calls import Answer
from tabor.server.guard import HEADERS
from tabor.server.protocol import Refusal

SAMPLES = 200  # drawings for intervals that are looked at for a moment
NEWEST = 12  # games listed
SECONDS = 2  # between looks
MOST_AT_ONCE = 2  # pages worked out at the same time
MOST_LIVE = 16  # games in progress that are listed, and kept in memory
POLICY = b"content-security-policy"
Work = TypeVar("Work", str, Tree)

LOOK = f"""
const look = async () => {{
  try {{
    const answer = await fetch(location.pathname.replace(/\\/$/, '') + '/now')
    if (answer.ok) document.getElementById('now').innerHTML = await answer.text()
  }} catch {{}}
  setTimeout(look, {1000 * SECONDS})
}}
setTimeout(look, {1000 * SECONDS})
"""


def policy() -> str:
    """What a page here may run: the scripts that are in it, by their check sums, and nothing else that is inline."""
    sums = (base64.b64encode(hashlib.sha256(text.encode()).digest()).decode() for text in (LOOK, board_source()))
    scripts = " ".join(f"'sha256-{total}'" for total in sums)
    return f"{dict(HEADERS)[POLICY].decode()}; script-src 'self' {scripts}"


class Showcase:
    """The folder with tournaments, or a tournament itself."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.gate = asyncio.Semaphore(MOST_AT_ONCE)
        self.known: dict[str, tuple[int, str, str]] = {}  # of each how much was entered; standings, and newest games

    def places(self) -> dict[str, Path]:
        if (self.folder / FILE).is_file():
            return {self.folder.resolve().name: self.folder}
        return {path.parent.name: path.parent for path in sorted(self.folder.glob(f"*/{FILE}"))}

    def open(self, name: str) -> Tournament:
        if name not in self.places():
            raise Refusal("no-tournament", f"there is no tournament {name[:60]!r}", 404)
        try:
            return Tournament(self.places()[name])
        except DataError as error:
            raise Refusal("bad-tournament", str(error), 409) from None

    def listing(self) -> str:
        items = [self.line(name) for name in self.places()] or ["<li>There is none yet.</li>"]
        body = section(
            "Tournaments", "Standings move while games are played.", f'<ul class="games">{"".join(items)}</ul>'
        )
        return page("Tournaments", f'<main class="report">{body}</main>', report_style())

    def line(self, name: str) -> str:
        try:
            tournament = self.open(name)
        except Refusal as refusal:
            return f"<li>{escape(name)}: {escape(refusal.text)}</li>"
        done, planned = len(tournament.ledger.entered()), len(tournament.shards())
        kind = f"{tournament.game.kind.title}, {tournament.plan.kind}, {len(tournament.plan.players)} players"
        tournament.close()
        share = f"{done / planned:.0%} played" if planned else "not begun"
        return item(f"/tournaments/{escape(name)}", name, kind, share)

    def now(self, name: str) -> str:
        """Standings, games that are played, and those that came last; worked out anew only when there are more."""
        tournament = self.open(name)
        try:
            entered = len(tournament.ledger.entered())
            if name not in self.known or self.known[name][0] != entered:
                self.known[name] = (entered, *self.work_out(tournament, name))
            _, above, below = self.known[name]
            return above + live_section(tournament, name) + below
        finally:
            tournament.close()

    def work_out(self, tournament: Tournament, name: str) -> tuple[str, str]:
        results = tournament.results()
        report = Report(tournament, results, rate(results.games, SAMPLES))
        if not len(results):
            return head(report), section("No games yet", "They appear here as they end.", "")
        link = f'<p><a href="/tournaments/{escape(name)}/report">The whole report</a></p>'
        return head(report) + standings(report), self.newest(report, tournament, name) + link

    def newest(self, report: Report, tournament: Tournament, name: str) -> str:
        results = report.results
        items = []
        for shard in tournament.ledger.latest(NEWEST):
            row = int(np.flatnonzero(results.shard == shard)[0])
            place = f"/tournaments/{escape(name)}/games/{shard}/0"
            items.append(item(place, game_title(report, row), game_result(report, row), "▶ watch"))
        return section("Just finished", "The newest games first.", f'<ul class="games">{"".join(items)}</ul>')

    def live_page(self, name: str) -> str:
        return page(
            name, f'<main class="report" id="now">{self.now(name)}</main><script>{LOOK}</script>', report_style()
        )

    def report(self, name: str) -> str:
        return report_page(self.open(name))

    def game(self, name: str, shard: int, number: int) -> str:
        match, seated = finished(self.open(name), shard, number)
        return match_page(match, " – ".join(seated), seated)

    # ---- games that are being played ----

    def live_game(self, name: str, shard: int, number: int) -> str:
        """The board of a game, which goes on asking; where it is over, all of it."""
        tournament = self.open(name)
        found = find_live(tournament, shard, number)
        if found is None:
            return waiting_page() if is_awaited(tournament, shard, number) else self.game(name, shard, number)
        shown, match = found
        follow = {"address": f"/tournaments/{quote(name)}/live/{shard}/{number}/more", "by": shown.path.stem}
        return match_page(match, " – ".join(shown.players), shown.players, follow)

    def more(self, name: str, shard: int, number: int, known: int, by: str) -> Tree:
        """What came after so many frames that a page got from a process; all of them where that is not the same."""
        tournament = self.open(name)
        if found := find_live(tournament, shard, number):
            shown, match = found
            first = known if by == shown.path.stem and known <= match.ply + 1 else 0
            return follow_up(match, first, shown.path.stem, "silent" if shown.is_silent else "live")
        if tournament.ledger.has(shard):
            return follow_up(finished(tournament, shard, number)[0], 0, "", "over")
        return {"phase": "waiting", "by": by, "first": known, "frames": [], "notes": []}


def item(place: str, title: str, facts: str, watch: str) -> str:
    """A line of a list, all of it a link."""
    return (
        f'<li><a href="{place}"><strong>{escape(title)}</strong>'
        f'<span>{escape(facts)}</span><span class="watch">{watch}</span></a></li>'
    )


def live_section(tournament: Tournament, name: str) -> str:
    games = [one for one in shown_games(tournament.folder) if not one.is_silent][:MOST_LIVE]
    items = [
        item(f"/tournaments/{escape(name)}/live/{one.shard}/{one.number}", " – ".join(one.players),
             f"shard {one.shard}, game {one.number + 1}, ply {one.ply}", "● live")
        for one in games
    ]  # fmt: skip
    why = "Games that take a while, as they are played on the machine of this folder."
    return section("Playing now", why, f'<ul class="games">{"".join(items)}</ul>') if items else ""


def is_awaited(tournament: Tournament, shard: int, number: int) -> bool:
    """Whether a game is planned whose shard has not been entered."""
    planned = tournament.shards()
    return 0 <= shard < len(planned) and 0 <= number < planned[shard].games and not tournament.ledger.has(shard)


def waiting_page() -> str:
    why = "It appears here by itself once all games of its shard are played."
    body = section("This game is not being played just now", why, f'<meta http-equiv="refresh" content="{SECONDS}">')
    return page("Waiting", f'<main class="report">{body}</main>', report_style())


def finished(tournament: Tournament, shard: int, number: int) -> tuple[Match, list[str]]:
    """A game of the ledger, and who sat where."""
    if not tournament.ledger.has(shard) or not 0 <= number < len(games := tournament.played(shard)):
        raise Refusal("no-game", f"there is no game {number} in shard {shard}", 404)
    played, names = games[number], tournament.shards()[shard].players
    return replay(tournament.game, played), [names[player] for player in played.order]


def find_live(tournament: Tournament, shard: int, number: int) -> tuple[Shown, Match] | None:
    """A game that is being played, as far as it is; None where it is not, or ended meanwhile."""
    games = [one for one in shown_games(tournament.folder) if (one.shard, one.number) == (shard, number)]
    if not games:
        return None
    newest = max(games, key=lambda one: one.written)
    try:
        return newest, read_once(newest.path, newest.written)
    except SaveError:
        return None


@lru_cache(MOST_LIVE)
def read_once(path: Path, written: int) -> Match:
    """For all who watch it; `written` says which version."""
    return read_save(path)


def follow_up(match: Match, first: int, by: str, phase: str) -> Tree:
    notes = [[note.ply, note.player, note.text] for note in match.notes]
    return {"phase": phase, "by": by, "first": first, "frames": list(frames(match, None, first)), "notes": notes}


def make_router(folder: Path) -> APIRouter:
    router, showcase = APIRouter(include_in_schema=False), Showcase(folder)

    async def work_out(work: Callable[..., Work], *args: object) -> Work:
        """In a thread, a few at a time: a report of a large tournament takes seconds."""
        async with showcase.gate:
            return await asyncio.to_thread(work, *args)

    async def answer(work: Callable[..., str], *args: object) -> Response:
        return HTMLResponse(await work_out(work, *args), headers={POLICY.decode(): policy()})

    @router.get("/tournaments")
    async def listing() -> Response:
        return await answer(showcase.listing)

    @router.get("/tournaments/{name}")
    async def tournament(name: str) -> Response:
        return await answer(showcase.live_page, name)

    @router.get("/tournaments/{name}/now")
    async def now(name: str) -> Response:
        return await answer(showcase.now, name)

    @router.get("/tournaments/{name}/report")
    async def report(name: str) -> Response:
        return await answer(showcase.report, name)

    @router.get("/tournaments/{name}/games/{shard}/{number}")
    async def game(name: str, shard: int, number: int) -> Response:
        return await answer(showcase.game, name, shard, number)

    @router.get("/tournaments/{name}/live/{shard}/{number}")
    async def live_game(name: str, shard: int, number: int) -> Response:
        return await answer(showcase.live_game, name, shard, number)

    @router.get("/tournaments/{name}/live/{shard}/{number}/more")
    async def more(name: str, shard: int, number: int, known: Annotated[int, Query(ge=0)], by: str = "") -> Response:
        return Answer(await work_out(showcase.more, name, shard, number, known, by))

    return router
