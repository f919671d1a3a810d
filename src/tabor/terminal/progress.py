"""How far something is: a bar, or a moving line. Little is imported here, since some commands are over in no time."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

COLUMNS = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())

_busy: list[str] = []  # what the moving line says, if there is one


def bar() -> Progress:
    return Progress(*COLUMNS, TextColumn("{task.fields[score]}"), console=Console(stderr=True), transient=True)


@contextmanager
def busy(text: str, console: Console | None = None) -> Iterator[None]:
    """A moving line on a terminal while something takes its time, one at once; elsewhere nothing."""
    if _busy:
        yield
        return
    _busy.append(text)
    try:
        with (console or Console(stderr=True)).status(text):
            yield
    finally:
        _busy.pop()
