"""The web application: calls, sockets, pages, and what is answered when something is wrong."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

from fastapi import APIRouter, FastAPI, Request
from fastapi.exceptions import RequestValidationError
from fastapi.responses import Response
from starlette.exceptions import HTTPException

from tabor import __version__
from tabor.server import calls, pages, tournaments, watching
from tabor.server.authority import Server, Settings
from tabor.server.calls import Answer, server_of
from tabor.server.guard import Guard, is_loopback
from tabor.server.protocol import Refusal
from tabor.server.shelf import Shelf
from tabor.server.straight import Straight

figures = APIRouter()  # for whoever runs it
router = APIRouter()  # of what else is no call


def make_app(settings: Settings, shelf: Shelf | None = None) -> FastAPI:
    @asynccontextmanager
    async def life(app: FastAPI) -> AsyncIterator[None]:
        app.state.server = server = Server(settings, shelf)
        await server.start()
        yield
        await server.stop()

    app = FastAPI(
        title="Tabor", version=__version__, lifespan=life, default_response_class=Answer, docs_url=None, redoc_url=None
    )
    if not settings.only_thinks:
        app.add_middleware(Straight)
    app.add_middleware(Guard, hosts=settings.hosts, limits=settings.limits, proxies=settings.proxies)
    app.add_exception_handler(Refusal, answer_refusal)
    app.add_exception_handler(RequestValidationError, answer_invalid)
    app.add_exception_handler(HTTPException, answer_http)
    app.add_exception_handler(Exception, answer_failure)
    app.include_router(figures)
    if settings.only_thinks:
        return app
    app.include_router(calls.router)
    if settings.tournaments is not None:
        app.include_router(tournaments.make_router(settings.tournaments))
    app.include_router(router)
    return app


async def answer_refusal(request: Request, error: Exception) -> Response:
    assert isinstance(error, Refusal)
    return Answer(error.tree(), error.status)


async def answer_invalid(request: Request, error: Exception) -> Response:
    assert isinstance(error, RequestValidationError)
    first = error.errors()[0]
    place = ".".join(str(part) for part in first["loc"][1:]) or "the body"
    problem = first["msg"].removeprefix("Value error, ")  # pydantic's word before ours
    return Answer(Refusal("bad-field", f"{place}: {problem}", name=place).tree(), 422)


async def answer_http(request: Request, error: Exception) -> Response:
    assert isinstance(error, HTTPException)
    return Answer(Refusal("http", str(error.detail)).tree(), error.status_code)


async def answer_failure(request: Request, error: Exception) -> Response:
    return Answer(Refusal("failure", "the server made a mistake; it has written down which").tree(), 500)


# ---- figures and pages ----


@figures.get("/health", include_in_schema=False)
async def health(request: Request) -> Any:
    """Whether it can be played here: 200, or 503."""
    found = await watching.health(server_of(request))
    return Answer(found, 200 if found["ok"] else 503)


@figures.get("/metrics", include_in_schema=False)
async def metrics(request: Request) -> Any:
    """For Prometheus on the same machine, or at an address that was named."""
    server, address = server_of(request), request.client.host if request.client else ""
    if not is_loopback(address) and not server.settings.watchers.has(address):
        raise Refusal("not-yours", "the figures are for whoever runs the server (see tabor serve --help)", 403)
    return Response(watching.metrics(server), media_type="text/plain; version=0.0.4; charset=utf-8")


@router.get("/plain", include_in_schema=False)
def plain(request: Request) -> Any:
    return pages.serve_file(request, pages.PLAIN_PAGES / "index.html")


@router.get("/plain/{name}", include_in_schema=False)
def plain_file(request: Request, name: str) -> Any:
    return pages.serve_file(request, pages.plain_file(name))


@router.get("/docs", include_in_schema=False)
def docs(request: Request) -> Any:
    return pages.serve_file(request, pages.PLAIN_PAGES / "docs.html")


@router.get("/{path:path}", include_in_schema=False)
def page(request: Request, path: str) -> Any:
    return pages.answer(request, path)
