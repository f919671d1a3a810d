"""The HTTP calls; docs/protocol.md lists them."""

from __future__ import annotations

import secrets
from typing import Annotated, Any

from fastapi import APIRouter, Header, Query, Request
from fastapi.responses import PlainTextResponse, Response

from tabor.data import merge
from tabor.messages import ENGLISH, languages
from tabor.saves import save_text
from tabor.server import pages
from tabor.server.authority import GameBody, RoomBody, Server, SitBody, TryBody
from tabor.server.frames import frames, shown_match
from tabor.server.guard import REPLAYS, address_of
from tabor.server.protocol import Refusal, clean_name, encode, share_of
from tabor.server.saving import what_to_save
from tabor.server.table import Table

router = APIRouter()

MOST_PLY = 2**31 - 1

Authorization = Annotated[str | None, Header()]
Token = Annotated[str | None, Header(alias="X-Tabor-Token")]


class Answer(Response):
    media_type = "application/json"

    def render(self, content: Any) -> bytes:
        return encode(content)


def server_of(request: Request) -> Server:
    server: Server = request.app.state.server
    return server


def bearer(authorization: str | None) -> str | None:
    word, _, secret = (authorization or "").partition(" ")
    return secret if word.lower() == "bearer" and secret else None


def seats_of(table: Table, secret: str | None) -> list[int]:
    if secret is None:
        return []
    seat = table.room.seat_of(secret)
    if seat is None:
        raise Refusal("wrong-secret", "the secret does not belong to any seat of this room", 403)
    return [seat]


# ---- games ----


@router.get("/api/games")
def games(request: Request) -> Any:
    """The games with their options and levels."""
    return Answer({"games": server_of(request).services.shelf.listing(), "languages": languages()})


@router.post("/api/seats")
async def seats(request: Request, body: GameBody) -> Any:
    """The seats that a game has with these options."""
    server = server_of(request)
    game = await server.work_out(address_of(request.scope), server.game, body)
    return Answer({"seats": list(game.setup.seats)})


@router.get("/api/texts/{language}/{game}")
def texts(request: Request, language: str, game: str) -> Any:
    """Fluent texts of Tabor and the game."""
    return pages.serve_text(request, pages.texts(server_of(request).kind(game), language))


@router.get("/api/texts/{language}")
def own_texts(request: Request, language: str) -> Any:
    """Fluent texts of Tabor and its page alone."""
    return pages.serve_text(request, pages.texts(None, language))


@router.get("/api/art/{game}")
def art(request: Request, game: str) -> Any:
    """All pictures of a game: name → SVG."""
    return Answer(pages.pictures(server_of(request).kind(game)), headers={"cache-control": "max-age=3600"})


@router.get("/api/art/{game}/{name}.svg")
def picture(request: Request, game: str, name: str) -> Any:
    """One picture."""
    found = pages.pictures(server_of(request).kind(game))
    if name not in found:
        raise Refusal("no-picture", f"there is no picture {name[:60]!r}", 404)
    return Response(found[name], media_type="image/svg+xml", headers={"cache-control": "max-age=3600"})


@router.get("/api/data/{game}")
def data(request: Request, game: str) -> Any:
    """All numbers and tables of a game, for those who change some of them."""
    return Answer(merge(server_of(request).kind(game).data, {}, "")[0])


@router.get("/api/rules/{game}")
def rules(request: Request, game: str, language: str = ENGLISH) -> Any:
    """The rules for people, as Markdown."""
    return pages.serve_text(request, pages.rules(server_of(request).kind(game), language), "text/markdown")


@router.get("/api/lessons/{game}")
def lesson(request: Request, game: str) -> Any:
    """A guided first game: what is to be seen, to be clicked and to be said, step by step."""
    server = server_of(request)
    return pages.serve_text(request, server.services.shelf.lesson(server.kind(game).name), "application/json")


@router.get("/api/puzzles/{game}")
def puzzle_list(request: Request, game: str) -> Any:
    """All puzzles of a game, the easy ones first: what each asks for."""
    return pages.serve_text(request, pages.puzzle_list(server_of(request).kind(game)), "application/json")


@router.get("/api/puzzles/{game}/{number}")
def puzzle(request: Request, game: str, number: int) -> Any:
    """A puzzle, counted from 0: what is seen on the ways to its solution."""
    server = server_of(request)
    return pages.serve_text(request, pages.puzzle(server.kind(game), number), "application/json")


# ---- rooms ----


@router.post("/api/dice")
async def dice(request: Request) -> Any:
    """A commitment to the bits of a room still to be made."""
    return Answer({"commitment": await server_of(request).hub.commit()})


@router.get("/api/rooms")
async def open_games(request: Request) -> Any:
    """Listed rooms in which somebody is."""
    return Answer({"rooms": await server_of(request).hub.open_games()})


@router.post("/api/rooms", status_code=201)
async def make_room(request: Request, body: RoomBody, token: Token = None) -> Any:
    """A new room."""
    return Answer(await server_of(request).make_room(body, address_of(request.scope), token), 201)


@router.get("/api/rooms/{room}")
async def look(request: Request, room: str, authorization: Authorization = None) -> Any:
    """The room as everybody, or the seat whose secret is given, may see it."""
    table = await server_of(request).hub.table(room)
    async with table.lock:
        return Answer(table.tree(seats_of(table, bearer(authorization))))


@router.post("/api/rooms/{room}/sit")
async def sit(request: Request, room: str, body: SitBody) -> Any:
    """Take an open seat."""
    table, secret = await server_of(request).hub.table(room), secrets.token_hex(16)
    name, share = clean_name(body.name), share_of(body.number)
    await table.change(lambda: table.room.sit(body.seat, name, share, secret))
    return Answer({"seat": table.room.seat_of(secret), "secret": secret})


@router.get("/api/rooms/{room}/frames")
async def show_frames(
    request: Request,
    room: str,
    first: Annotated[int, Query(alias="from", ge=0, le=MOST_PLY)] = 0,
    to: Annotated[int | None, Query(ge=0, le=MOST_PLY)] = None,
    seat: Annotated[int | None, Query(ge=0, le=MOST_PLY)] = None,
    authorization: Authorization = None,
) -> Any:
    """The match ply by ply, as a seat or a spectator saw it."""
    table = await server_of(request).hub.table(room)
    async with table.lock:
        match = shown_match(table.room, seats_of(table, bearer(authorization)), seat)
    return Answer(await server_of(request).work_out(address_of(request.scope), frames, match, seat, first, to))


@router.get("/api/rooms/{room}/save")
async def save(request: Request, room: str) -> Any:
    """The match as a file, once it is over."""
    table = await server_of(request).hub.table(room)
    async with table.lock:
        match, more = what_to_save(table.room)
    text = await server_of(request).work_out(address_of(request.scope), save_text, match, more)
    name = f'attachment; filename="{table.room.config.game}-{room}.tabor"'
    return PlainTextResponse(text, headers={"content-disposition": name})


@router.get("/api/rooms/{room}/record")
async def record(request: Request, room: str, language: str = ENGLISH) -> Any:
    """What was played, as text; also of a match that was played by other rules than the server has."""
    server = server_of(request)
    if language not in languages():
        raise Refusal("no-language", f"there are no texts in the language {language[:20]!r}", 404)
    stored = await server.hub.recorded(room)
    text = await server.work_out(address_of(request.scope), server.hub.record, stored, language)
    return PlainTextResponse(text)


@router.get("/api/rooms/{room}/notes")
async def notes(request: Request, room: str, token: Token = None) -> Any:
    """What bots wrote: [ply, seat, text] each. Before the end only for whoever may run them."""
    table = await server_of(request).hub.table(room)
    async with table.lock:
        return Answer({"notes": table.room.notes(server_of(request).may_run_files(token))})


@router.get("/api/rooms/{room}/analysis")
async def analysis(
    request: Request, room: str, first: Annotated[int, Query(alias="from", ge=0, le=MOST_PLY)] = 0
) -> Any:
    """Some decisions of a match that is over: who was ahead, what was better, what was luck."""
    return Answer(await server_of(request).analyse(room, {"analyse": first}, address_of(request.scope)))


@router.post("/api/rooms/{room}/analysis")
async def try_out(request: Request, room: str, body: TryBody) -> Any:
    """Actions tried out from any point of a match that is over: what comes of them, what the computer says of it."""
    return Answer(await server_of(request).try_out(room, body, address_of(request.scope)))


@router.post(REPLAYS, status_code=201)
async def add_replay(request: Request) -> Any:
    """The text of a saved match: a room to watch, and to play on from."""
    return Answer(await server_of(request).add_replay(await request.body(), address_of(request.scope)), 201)
