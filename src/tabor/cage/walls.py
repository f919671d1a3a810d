"""Starts a program behind the best walls to be had here.

    bubblewrap   namespaces of its own (user, processes, mounts, network, ipc, host name), an empty environment, nothing
                 to be seen but system libraries, the interpreter and the program, 16 MB of /tmp, the filter of calls
    landlock     where namespaces are forbidden: files closed by Landlock, the filter of calls
    nothing      where neither can be had; only for whom one trusts (`--trust`, TABOR_TRUST=1)

Behind each: limits of memory, processor time, open files and sizes, and a control group where one can be made.
"""

from __future__ import annotations

import base64
import contextlib
import json
import os
import platform
import re
import resource
import shutil
import signal
import subprocess
import sys
import sysconfig
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from tabor.cage import calls, groups, lock
from tabor.errors import DataError

BUBBLEWRAP, LANDLOCK, NOTHING = "bubblewrap", "landlock", "nothing"
HERE = Path(__file__).parent
MEGABYTES = 512
TMP_BYTES = 16 << 20
SECONDS = 3600  # of processor time in one game
INSIDE = 2  # the program's number in its namespace; 1 is bubblewrap, which waits for it
NOBODY = "65534"

SYSTEM = ("/usr/lib", "/usr/lib64", "/lib", "/lib64")
DEVICES = ("/dev/null", "/dev/zero", "/dev/urandom")
LIBRARY_CACHE = "/etc/ld.so.cache"
WALLS = (
    "--unshare-user", "--unshare-pid", "--unshare-ipc", "--unshare-net", "--unshare-uts", "--unshare-cgroup-try",
    "--uid", NOBODY, "--gid", NOBODY, "--hostname", "cage", "--cap-drop", "ALL", "--die-with-parent", "--new-session",
)  # fmt: skip
LIMITS = {
    "RLIMIT_CORE": 0,
    "RLIMIT_FSIZE": TMP_BYTES,
    "RLIMIT_CPU": SECONDS,
    "RLIMIT_NOFILE": 256,
    "RLIMIT_MSGQUEUE": 0,
}
HOW = "install bubblewrap (apt install bubblewrap), or say --trust if you know who wrote it"


@dataclass
class Caged:
    """A program that was started, and the group it is in."""

    child: subprocess.Popen[bytes]
    group: groups.Group | None = None
    inner: int | None = None  # a descriptor of the first process of its namespace, which ends with that one

    def end(self) -> None:
        """End it and all that it started."""
        if self.inner is not None:  # bubblewrap may not yet have come so far that its end is the program's
            with contextlib.suppress(ProcessLookupError):
                signal.pidfd_send_signal(self.inner, signal.SIGKILL)
            os.close(self.inner)
            self.inner = None
        with contextlib.suppress(ProcessLookupError, PermissionError):
            os.killpg(self.child.pid, 9)
        self.child.kill()
        self.child.wait()
        for stream in filter(None, (self.child.stdin, self.child.stdout, self.child.stderr)):
            with contextlib.suppress(OSError):
                stream.close()
        if self.group:
            groups.give_back(self.group)
            self.group = None


# ---- what there is ----


@cache
def best() -> str:
    """The walls that can be had here."""
    if not calls.is_known_machine():
        return NOTHING
    if has_namespaces():
        return BUBBLEWRAP
    return LANDLOCK if lock.landlock_version() else NOTHING


def has_namespaces() -> bool:
    program, true = shutil.which("bwrap"), shutil.which("true")
    if not program or not true:
        return False
    trial = [program, *WALLS, "--ro-bind", "/", "/", "--", true]
    return subprocess.run(trial, capture_output=True, env={}, check=False).returncode == 0


def check(name: str) -> None:
    """Refuse to run a program without walls, unless one trusts it."""
    if best() == NOTHING and os.environ.get("TABOR_TRUST") != "1":
        raise DataError(f"{name} is a program, and nothing here can lock it up: {HOW}")


# ---- what a program may see ----


@cache
def python() -> str:
    """The interpreter itself: a virtual environment only points to it."""
    return os.path.realpath(sys.executable)


@cache
def python_files() -> tuple[str, ...]:
    """The interpreter, its standard library, and NumPy if it is installed."""
    version = f"python{sys.version_info[0]}.{sys.version_info[1]}"
    platform_library = Path(sys.base_exec_prefix, sys.platlibdir, version)  # elsewhere on some systems
    folders = {
        os.path.realpath(path) for path in (sysconfig.get_path("stdlib"), platform_library) if os.path.isdir(path)
    }
    library = Path(str(sysconfig.get_config_var("LIBDIR")), str(sysconfig.get_config_var("INSTSONAME")))
    own = [str(library)] if library.suffix != ".a" and library.is_file() else []
    return (python(), *sorted(folders), *own, *numpy_files())


@cache
def numpy_files() -> tuple[str, ...]:
    from importlib.util import find_spec

    found = find_spec("numpy")
    if found is None or not found.origin:
        return ()
    package = Path(found.origin).parent
    return tuple(str(path) for path in (package, package.parent / "numpy.libs") if path.is_dir())


def is_python(program: str) -> bool:
    return os.path.realpath(program) == python()


# ---- starting ----


@dataclass(frozen=True)
class Command:
    """What is started, the files and folders it may read, and the memory its interpreter sets aside and never uses."""

    words: tuple[str, ...]
    readable: tuple[str, ...]
    reserved: int = 0  # megabytes

    def limits(self) -> dict[str, int]:
        return {**LIMITS, "RLIMIT_DATA": (MEGABYTES + self.reserved) << 20}


def start(command: Command, environment: Mapping[str, str], walls: str | None = None) -> Caged:
    """Start a program; OSError if that fails."""
    behind = {BUBBLEWRAP: in_namespaces, LANDLOCK: in_landlock, NOTHING: in_the_open}
    return behind[walls or best()](command, environment)


def in_namespaces(command: Command, environment: Mapping[str, str]) -> Caged:
    """It waits until its limits are set."""
    told, tell = os.pipe()
    waiting, go = os.pipe()
    filter_ = calls.memory_file(calls.filter_program(INSIDE))
    descriptors = ("--seccomp", str(filter_), "--info-fd", str(tell), "--block-fd", str(waiting))
    walls = [*WALLS, *sights(command.readable), *variables(environment), *descriptors]
    try:
        child = popen([shutil.which("bwrap") or "bwrap", *walls, "--", *command.words], {}, (filter_, tell, waiting))
    finally:
        for descriptor in (filter_, tell, waiting):
            os.close(descriptor)
    try:
        return confined(child, told, command.limits())
    finally:
        os.close(told)
        with contextlib.suppress(BrokenPipeError):
            os.write(go, b"!")
        os.close(go)


def confined(child: subprocess.Popen[bytes], told: int, limits: Mapping[str, int]) -> Caged:
    """Set the limits of the process that bubblewrap names."""
    text = b""
    while b"}" not in text and (more := os.read(told, 4096)):
        text += more
    found = re.search(rb'"child-pid": (\d+)', text)
    if not found:
        child.kill()
        raise OSError(0, "bubblewrap could not make its walls")
    pid = int(found[1])
    caged = Caged(child, groups.take(), os.pidfd_open(pid))
    for name, most in {**limits, **thread_limit()}.items():
        resource.prlimit(pid, getattr(resource, name), (most, most))
    if caged.group:
        caged.group.add(pid)
    return caged


@cache
def thread_limit() -> dict[str, int]:
    """Before Linux 5.14 all processes of the user count, not those of the namespace alone."""
    numbers = [int(number) for number in re.findall(r"\d+", platform.release())[:2]]
    return {"RLIMIT_NPROC": groups.MOST_THREADS} if numbers >= [5, 14] else {}


def sights(readable: Sequence[str]) -> list[str]:
    """Mounts: everything read-only but /tmp."""
    mounts = ["--size", str(TMP_BYTES), "--tmpfs", "/tmp"]
    for path in SYSTEM:
        if os.path.islink(path):
            mounts += ["--symlink", os.readlink(path), path]
        elif os.path.isdir(path):
            mounts += ["--ro-bind", path, path]
    mounts += ["--ro-bind-try", LIBRARY_CACHE, LIBRARY_CACHE]
    for device in DEVICES:
        mounts += ["--dev-bind", device, device]
    for path in dict.fromkeys(readable):
        if not path.startswith("/usr/lib/"):
            mounts += ["--ro-bind", path, path]
    return [*mounts, "--remount-ro", "/", "--chdir", "/tmp"]


def variables(environment: Mapping[str, str]) -> list[str]:
    return [word for name, value in environment.items() for word in ("--setenv", name, value)]


def in_landlock(command: Command, environment: Mapping[str, str]) -> Caged:
    system = [path for path in (*SYSTEM, LIBRARY_CACHE, *DEVICES) if os.path.exists(path)]
    limits = {**command.limits(), "RLIMIT_FSIZE": 0}
    code = base64.b64encode(calls.filter_program(lock.PID)).decode()
    told = json.dumps({"filter": code, "limits": limits, "read": [*system, *command.readable]})
    child = popen([python(), "-I", "-S", "-B", str(HERE / "lock.py"), told, *command.words], environment)
    group = groups.take()
    if group:  # it has no threads yet: it is Python, reading its first lines
        group.add(child.pid)
    return Caged(child, group)


def in_the_open(command: Command, environment: Mapping[str, str]) -> Caged:
    return Caged(popen(command.words, environment))


def popen(
    command: Sequence[str], environment: Mapping[str, str], descriptors: Sequence[int] = ()
) -> subprocess.Popen[bytes]:
    pipe = subprocess.PIPE
    return subprocess.Popen(
        list(command),
        stdin=pipe,
        stdout=pipe,
        stderr=pipe,
        env=dict(environment),
        pass_fds=tuple(descriptors),
        start_new_session=True,
    )
