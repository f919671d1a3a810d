"""Tournaments of a folder, running or finished: standings that move, and their games to look at."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from html import escape
from pathlib import Path

import numpy as np
from fastapi import APIRouter
from fastapi.responses import HTMLResponse, Response

from tabor.arena.plan import FILE
from tabor.arena.playing import replay
from tabor.arena.ratings import rate
from tabor.arena.tournament import Tournament
from tabor.errors import DataError
from tabor.report.page import match_page, page, report_style
from tabor.report.tournament import Report, game_result, game_title, head, report_page, section, standings
from tabor.server.protocol import Refusal

SAMPLES = 200  # drawings for intervals that are looked at for a moment
NEWEST = 12  # games listed
SECONDS = 2  # between looks
MOST_AT_ONCE = 2  # pages worked out at the same time

LIVE = f"""<script>
const look = async () => {{
  try {{
    const answer = await fetch(location.pathname.replace(/\\/$/, '') + '/now')
    if (answer.ok) document.getElementById('now').innerHTML = await answer.text()
  }} catch {{}}
  setTimeout(look, {1000 * SECONDS})
}}
setTimeout(look, {1000 * SECONDS})
</script>"""


class Showcase:
    """The folder with tournaments, or a tournament itself."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.gate = asyncio.Semaphore(MOST_AT_ONCE)
        self.known: dict[str, tuple[int, str]] = {}  # the last standings of each, and how many games were in them

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
        return (
            f'<li><a href="/tournaments/{escape(name)}"><strong>{escape(name)}</strong>'
            f'<span>{escape(kind)}</span><span class="watch">{share}</span></a></li>'
        )

    def now(self, name: str) -> str:
        """Standings and the games that came last; worked out anew only when there are more."""
        tournament = self.open(name)
        try:
            entered = len(tournament.ledger.entered())
            if name not in self.known or self.known[name][0] != entered:
                self.known[name] = (entered, self.work_out(tournament, name))
            return self.known[name][1]
        finally:
            tournament.close()

    def work_out(self, tournament: Tournament, name: str) -> str:
        results = tournament.results()
        report = Report(tournament, results, rate(results.games, SAMPLES))
        if not len(results):
            return head(report) + section("No games yet", "They appear here as they end.", "")
        link = f'<p><a href="/tournaments/{escape(name)}/report">The whole report</a></p>'
        return head(report) + standings(report) + self.newest(report, tournament, name) + link

    def newest(self, report: Report, tournament: Tournament, name: str) -> str:
        results = report.results
        items = []
        for shard in tournament.ledger.latest(NEWEST):
            row = int(np.flatnonzero(results.shard == shard)[0])
            place = f"/tournaments/{escape(name)}/games/{shard}/0"
            items.append(
                f'<li><a href="{place}"><strong>{escape(game_title(report, row))}</strong>'
                f'<span>{escape(game_result(report, row))}</span><span class="watch">▶ watch</span></a></li>'
            )
        return section("Just finished", "The newest games first.", f'<ul class="games">{"".join(items)}</ul>')

    def live_page(self, name: str) -> str:
        return page(name, f'<main class="report" id="now">{self.now(name)}</main>{LIVE}', report_style())

    def report(self, name: str) -> str:
        return report_page(self.open(name))

    def game(self, name: str, shard: int, number: int) -> str:
        tournament = self.open(name)
        if not tournament.ledger.has(shard) or not 0 <= number < len(games := tournament.played(shard)):
            raise Refusal("no-game", f"there is no game {number} in shard {shard}", 404)
        played, names = games[number], tournament.shards()[shard].players
        seated = [names[player] for player in played.order]
        return match_page(replay(tournament.game, played), " – ".join(seated), seated)


def make_router(folder: Path) -> APIRouter:
    router, showcase = APIRouter(include_in_schema=False), Showcase(folder)

    async def answer(work: Callable[..., str], *args: object) -> Response:
        """In a thread, a few at a time: a report of a large tournament takes seconds."""
        async with showcase.gate:
            return HTMLResponse(await asyncio.to_thread(work, *args))

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

    return router
