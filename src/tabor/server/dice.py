"""Dice that anyone can check: the server commits to its bits before it learns the clients' numbers."""

from __future__ import annotations

import hashlib
import re
import secrets
from collections.abc import Sequence

BITS = 256
HEX = re.compile(r"[0-9a-f]{64}")


def draw_bits() -> str:
    """256 random bits as 64 hex digits."""
    return secrets.token_hex(BITS // 8)


def commitment(bits: str) -> str:
    """What is shown before the match: it fixes the bits and tells nothing about them.

    >>> commitment("00" * 32)[:16]
    '66687aadf862bd77'
    """
    return hashlib.sha256(bytes.fromhex(bits)).hexdigest()


def match_secret(bits: str, numbers: Sequence[str]) -> bytes:
    """What the dice of a match follow from: the bits, then each person's number in the order of seats, each ended by a
    zero byte.

    >>> match_secret("00" * 32, ["", "9f"]) == match_secret("00" * 32, ["9f", ""])
    False
    """
    return hashlib.sha256(bytes.fromhex(bits) + b"".join(number.encode() + b"\0" for number in numbers)).digest()


def match_seed(bits: str, numbers: Sequence[str]) -> int:
    """A seed from the same: the dice of rooms that were made before there were secrets, and those of computers."""
    return int.from_bytes(match_secret(bits, numbers)[:8], "big") >> 1  # 63 bits: seeds of a match are smaller
