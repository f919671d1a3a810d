"""What is not the game itself: the page, its files, pictures, texts and rules."""

from __future__ import annotations

import gzip
from functools import lru_cache
from pathlib import Path

from fastapi import Request
from fastapi.responses import FileResponse, PlainTextResponse, RedirectResponse, Response

from tabor.game import Kind
from tabor.messages import ENGLISH, OWN, languages, text_files
from tabor.puzzles import puzzle_json, read_puzzles
from tabor.server.protocol import Refusal, encode

HERE = Path(__file__).parent
STATIC = HERE / "static"  # the built front end, where there is one
PLAIN_PAGES = HERE / "plain"
FOR_EVER = "public, max-age=31536000, immutable"  # names with a hash of the content
TYPES = {
    ".html": "text/html; charset=utf-8",
    ".js": "text/javascript; charset=utf-8",
    ".css": "text/css; charset=utf-8",
    ".svg": "image/svg+xml",
    ".json": "application/json",
    ".ico": "image/x-icon",
    ".png": "image/png",
    ".woff2": "font/woff2",
    ".webmanifest": "application/manifest+json",
}


def serve_file(request: Request, path: Path, cache: str = "no-cache") -> Response:
    """A file, compressed if a compressed one lies beside it and the client can read that."""
    headers = {"cache-control": cache, "vary": "accept-encoding"}
    packed = path.with_name(path.name + ".gz")
    kind = TYPES.get(path.suffix, "application/octet-stream")
    if packed.is_file() and "gzip" in request.headers.get("accept-encoding", ""):
        return FileResponse(packed, headers={**headers, "content-encoding": "gzip"}, media_type=kind)
    return FileResponse(path, headers=headers, media_type=kind)


def serve_text(request: Request, text: str, kind: str = "text/plain") -> Response:
    """A text that many ask for, compressed for those who can read that."""
    headers = {"vary": "accept-encoding"}
    if "gzip" not in request.headers.get("accept-encoding", ""):
        return PlainTextResponse(text, headers=headers, media_type=kind)
    return PlainTextResponse(packed_text(text), headers={**headers, "content-encoding": "gzip"}, media_type=kind)


@lru_cache(maxsize=128)
def packed_text(text: str) -> bytes:
    return gzip.compress(text.encode(), mtime=0)


def page(request: Request) -> Response:
    """The built page for every address of it; the plain one where it was not built."""
    built = STATIC / "index.html"
    return serve_file(request, built) if built.is_file() else RedirectResponse("/plain", 307)


def find_static(name: str) -> tuple[Path, str] | None:
    """A file of the built front end, and how long it may be kept; None if there is no such file."""
    try:
        path = (STATIC / name).resolve()
        is_there = path.is_relative_to(STATIC) and path.is_file() and path.suffix in TYPES
    except (OSError, ValueError):  # a name too long, or with a zero byte
        raise Refusal("no-page", f"there is no page {name[:60]!r}", 404) from None
    if not is_there:
        return None
    return path, FOR_EVER if "assets" in path.relative_to(STATIC).parts else "no-cache"


def texts(kind: Kind | None, language: str) -> str:
    """All Fluent texts of Tabor, its page and perhaps a game, one after the other."""
    if language not in languages():
        raise Refusal("no-language", f"there are no texts in the language {language[:20]!r}", 404)
    own = [OWN / f"{language}.ftl", OWN / f"{language}-ui.ftl"]
    files = own if kind is None else text_files(kind, language)
    if kind is not None and not (kind.home / "locale" / f"{language}.ftl").is_file():
        files = [*files, kind.home / "locale" / f"{ENGLISH}.ftl"]  # a guest may speak English alone
    return "\n".join(file.read_text(encoding="utf-8") for file in files if file.is_file())


def pictures(kind: Kind) -> dict[str, str]:
    """All pictures of a game: name → SVG."""
    folder = kind.home / "art"
    return {path.stem: path.read_text(encoding="utf-8") for path in sorted(folder.glob("*.svg"))}


def rules(kind: Kind, language: str) -> str:
    """The game's rules for players in a language, else in English; else its README, as a guest may have no other."""
    if language not in languages():
        raise Refusal("no-language", f"there are no texts in the language {language[:20]!r}", 404)
    pages = [kind.home / "locale" / f"{each}.md" for each in (language, ENGLISH)]
    for path in (*pages, kind.home / "README.md"):
        if path.is_file():
            return path.read_text(encoding="utf-8")
    raise Refusal("no-rules", f"{kind.title} has no page of rules", 404)


def puzzle_list(kind: Kind) -> str:
    """As JSON: what each asks for, and how hard it is."""
    return encode([one.facts() for one in read_puzzles(kind)]).decode()


def puzzle(kind: Kind, number: int) -> str:
    """As JSON."""
    count = len(read_puzzles(kind))
    if not 0 <= number < count:
        raise Refusal("no-puzzle", f"{kind.title} has {count} puzzles, counted from 0: there is no {number}", 404)
    return encode(puzzle_json(kind, number)).decode()


def plain_file(name: str) -> Path:
    path = {path.name: path for path in PLAIN_PAGES.iterdir()}.get(name)
    if path is None:
        raise Refusal("no-page", f"there is no page {name[:60]!r}", 404)
    return path


def answer(request: Request, name: str) -> Response:
    """A file of the front end, or the page itself: it finds its own way by the address."""
    if found := find_static(name):
        return serve_file(request, *found)
    if name.startswith("api/") or "." in name.rpartition("/")[2]:
        raise Refusal("no-page", f"there is no page {name[:60]!r}", 404)
    return page(request)
