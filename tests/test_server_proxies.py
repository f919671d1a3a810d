"""What docs/serving.md tells people to write is what runs here: nginx and Caddy with TLS, and the unit of systemd."""

from __future__ import annotations

import json
import re
import shutil
import socket
import ssl
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import httpx
import pytest
from server_tools import Running, run, running, wait_until
from websockets.asyncio.client import connect
from websockets.typing import Origin

from tabor.cli import main
from tabor.client import Guest
from tabor.server.guard import Proxies

DOCS = Path(__file__).parent.parent / "docs" / "serving.md"
GAME = "drake"
NAME = "play.example.org"
ELSEWHERE = "127.0.0.5"  # where people are; the proxy is at 127.0.0.1


def block(language: str) -> str:
    """The configuration that the page shows."""
    found = re.search(rf"```{language}\n(.*?)```", DOCS.read_text(encoding="utf-8"), re.DOTALL)
    assert found
    return found[1]


def free_port() -> int:
    with socket.socket() as made:
        made.bind(("127.0.0.1", 0))
        return int(made.getsockname()[1])


@pytest.fixture(scope="module")
def certificate(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("tls")
    subprocess.run(
        ["openssl", "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-days", "2", "-subj", f"/CN={NAME}",
         "-addext", f"subjectAltName=DNS:{NAME}", "-keyout", folder / "privkey.pem", "-out", folder / "fullchain.pem"],
        check=True, capture_output=True,
    )  # fmt: skip
    return folder


@contextmanager
def nginx(folder: Path, tls: Path, upstream: int, port: int) -> Iterator[None]:
    site = block("nginx").replace("127.0.0.1:8000", f"127.0.0.1:{upstream}")
    site = site.replace("listen 443", f"listen 127.0.0.1:{port}").replace(f"/etc/letsencrypt/live/{NAME}", str(tls))
    kinds = ("client_body", "proxy", "fastcgi", "uwsgi", "scgi")
    files = "\n".join(f"{kind}_temp_path {folder / kind};" for kind in kinds)
    config = folder / "nginx.conf"
    config.write_text(
        f"daemon off; pid {folder}/pid; error_log stderr; events {{}}\nhttp {{ access_log off;\n{files}\n{site} }}\n"
    )
    with proxy(["nginx", "-e", "stderr", "-c", str(config), "-p", str(folder)], port):
        yield


@contextmanager
def caddy(folder: Path, tls: Path, upstream: int, port: int) -> Iterator[None]:
    here = f"https://{NAME}:{port} {{\n    bind 127.0.0.1\n    tls {tls}/fullchain.pem {tls}/privkey.pem"
    site = block("caddy").replace(f"{NAME} {{", here, 1).replace("127.0.0.1:8000", f"127.0.0.1:{upstream}")
    config = folder / "Caddyfile"
    config.write_text("{\n    admin off\n    auto_https disable_redirects\n}\n" + site)
    with proxy(["caddy", "run", "--adapter", "caddyfile", "--config", str(config)], port):
        yield


@contextmanager
def proxy(command: list[str], port: int) -> Iterator[None]:
    def listens() -> bool:
        assert child.poll() is None, child.communicate()[1]
        with socket.socket() as trial:
            return trial.connect_ex(("127.0.0.1", port)) == 0

    child = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True)
    try:
        wait_until(listens)
        yield
    finally:
        child.terminate()
        child.communicate(timeout=30)


async def play_through(here: Running, port: int, tls: Path) -> None:
    """A room is made, entered and played in by TLS, and the server knows who asked."""
    trusted = ssl.create_default_context(cafile=tls / "fullchain.pem")
    transport = httpx.AsyncHTTPTransport(verify=trusted)
    address = f"https://127.0.0.1:{port}"
    headers, told = {"host": f"{NAME}:{port}"}, {"sni_hostname": NAME}
    async with httpx.AsyncClient(transport=transport, headers=headers, timeout=30) as client:
        made = await client.post(f"{address}/api/rooms", json={"game": GAME, "seats": ["me", "me"]}, extensions=told)
        assert made.status_code == 201, made.text
        assert (await client.get(f"{address}/metrics", extensions=told)).status_code == 404
        assert (await client.get(f"{address}/health", extensions=told)).json()["ok"]
        lied = {"x-forwarded-for": "6.6.6.6"}
        assert (await client.get(f"{address}/api/rooms", extensions=told, headers=lied)).status_code == 200
        large = await client.post(f"{address}/api/rooms", content=b" " * 700_000, extensions=told)
        assert large.status_code == 413
    room, secrets = made.json()["room"], list(made.json()["secrets"].values())
    path = f"wss://{NAME}:{port}/api/rooms/{room}/socket"
    there: Any = {"host": "127.0.0.1", "port": port, "local_addr": (ELSEWHERE, 0)}
    async with connect(path, ssl=trusted, origin=Origin(f"https://{NAME}:{port}"), **there) as link:
        guest = Guest("http://unused", room, secrets)
        await link.send(json.dumps({"type": "hello", "secrets": secrets[:1]}))
        await guest.hear(await link.recv())
        assert guest.view is not None or guest.room["status"] == "compiling"
        assert here.server.sockets == {ELSEWHERE: 1}  # as the proxy told it


@pytest.mark.slow
@pytest.mark.parametrize("front", [nginx, caddy])
def test_the_configuration_of_the_page_runs(front: object, tmp_path: Path, certificate: Path) -> None:
    port = free_port()
    named: Any = {"hosts": (NAME,), "proxies": Proxies(["127.0.0.1"])}
    with running(tmp_path / "rooms.sqlite", **named) as here:
        upstream = int(here.lobby.address.rpartition(":")[2])
        with front(tmp_path, certificate, upstream, port):  # type: ignore[operator]
            run(play_through(here, port, certificate))


@pytest.mark.slow
def test_the_unit_of_the_page_is_one(tmp_path: Path) -> None:
    if not shutil.which("systemd-analyze"):
        pytest.skip("this system has no systemd")
    unit = tmp_path / "tabor.service"
    unit.write_text(block("systemd").replace("/opt/tabor/bin/tabor", "/bin/true"))
    done = subprocess.run(["systemd-analyze", "verify", str(unit)], capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    assert "tabor.service" not in done.stderr


def test_the_page_names_options_that_there_are(capsys: pytest.CaptureFixture[str]) -> None:
    words = set(re.findall(r"(--[a-z][a-z-]*)", DOCS.read_text(encoding="utf-8")))
    for command in (["serve"], ["rooms", "prune"]):
        main([*command, "--help"])
    assert words <= set(re.findall(r"(--[a-z-]+)", capsys.readouterr().out))
