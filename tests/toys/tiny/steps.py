"""A helper in another file than the rules that call it."""

from typing import Any

from tabor.jit import rule


@rule
def step(state: Any) -> Any:
    return 1
