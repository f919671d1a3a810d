"""Packages that are not part of the base."""

from __future__ import annotations

from importlib import import_module
from typing import Any

from tabor.errors import TaborError


class MissingExtraError(TaborError, ImportError):
    """A package is not installed; says which extra brings it."""


def need(package: str, extra: str = "envs") -> Any:
    """A package of an extra.

    >>> need("no_such_package")
    Traceback (most recent call last):
    tabor.envs.extras.MissingExtraError: no_such_package is not installed: pip install 'tabor[envs]' brings it
    """
    try:
        return import_module(package)
    except ModuleNotFoundError as error:
        root = package.partition(".")[0]
        if error.name is None or error.name.partition(".")[0] != root:
            raise
        raise MissingExtraError(f"{root} is not installed: pip install 'tabor[{extra}]' brings it") from None
