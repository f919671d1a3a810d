"""Dice that follow from a secret: nobody can tell those to come from those that fell.

A seed is enough among friends; but the numbers of one ply can be worked back to it. Where that matters, as on a server,
the key of every ply is a hash of its own.
"""

from __future__ import annotations

import hashlib
from dataclasses import dataclass


@dataclass(frozen=True)
class SecretDice:
    """The key of a ply's dice: BLAKE2b of ply and take-backs, keyed by the secret."""

    secret: bytes

    def key(self, ply: int, again: int) -> int:
        """
        >>> SecretDice(bytes(32)).key(0, 0) == SecretDice(bytes(32)).key(0, 1)
        False
        """
        numbers = ply.to_bytes(8, "little") + again.to_bytes(8, "little")
        return int.from_bytes(hashlib.blake2b(numbers, key=self.secret, digest_size=8).digest(), "little")


def secret_dice(secret: str | None) -> SecretDice | None:
    """Dice from a secret as hex digits; None where there is none."""
    return None if secret is None else SecretDice(bytes.fromhex(secret))


def secret_of(dice: object) -> str | None:
    """The secret that dice follow from, as hex digits, if they follow from one."""
    return dice.secret.hex() if isinstance(dice, SecretDice) else None
