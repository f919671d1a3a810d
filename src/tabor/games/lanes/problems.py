"""Problems with data: reading that goes on after a mistake, so that a designer sees all of them at once."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar

from tabor.errors import DataError

T = TypeVar("T")


class Problems:
    """What is wrong with a designer's files, and what is only strange."""

    def __init__(self) -> None:
        self.errors: list[str] = []
        self.warnings: list[str] = []

    def attempt(self, otherwise: T, read: Callable[..., T], *given: Any) -> T:
        """What `read` gives; after a DataError, which is kept, `otherwise`."""
        try:
            return read(*given)
        except DataError as error:
            if str(error) not in self.errors:
                self.errors.append(str(error))
            return otherwise

    def raise_first(self) -> None:
        """Refuse the data, if anything is wrong with them, in one sentence."""
        if not self.errors:
            return
        more = len(self.errors) - 1
        raise DataError(self.errors[0] + (f" (and {more} more: the command `check` lists all)" if more else ""))
