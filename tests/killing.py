"""People who play while their server is killed, and remember what was acknowledged."""

from __future__ import annotations

import asyncio
import random

from tabor.client import Guest, Lobby, actions
from tabor.errors import TaborError

GAME = "drake"


class Pair:
    """Two people at a table who remember the last action that was acknowledged."""

    def __init__(self, room: str, secrets: list[str], seed: int) -> None:
        self.room, self.secrets, self.dice = room, secrets, random.Random(seed)
        self.acknowledged = 0  # number of the room

    async def play_until_killed(self, lobby: Lobby) -> None:
        guests = [lobby.enter(self.room, [secret]) for secret in self.secrets]
        try:
            for guest in guests:
                await guest.connect()
            self.check(guests[0])
            while guests[0].view and guests[0].view["turn"] is not None:
                await self.act(guests)
        except (TimeoutError, TaborError, OSError, EOFError):
            return
        except Exception as error:  # the handshake of a socket ends in many ways
            if "websockets" not in type(error).__module__:
                raise
        finally:
            for guest in guests:
                if hasattr(guest, "_listener"):
                    await guest.leave()

    async def act(self, guests: list[Guest]) -> None:
        guest = next(guest for guest in guests if guest.is_my_turn)
        assert guest.view
        done = await guest.send("act", action=self.dice.choice(actions(guest.view["choices"])))
        self.acknowledged = max(self.acknowledged, done["number"])
        for other in guests:
            await other.until(lambda other: other.number >= done["number"])

    def check(self, guest: Guest) -> None:
        assert guest.number >= self.acknowledged, f"{self.acknowledged - guest.number} acknowledged actions are lost"


async def open_pair(lobby: Lobby, seed: int) -> Pair:
    made = await lobby.make(GAME, ["me", "me"])
    return Pair(made["room"], list(made["secrets"].values()), seed)


async def ready(lobby: Lobby) -> None:
    while not next(game for game in (await lobby.ask("/api/games"))["games"] if game["name"] == GAME)["ready"]:
        await asyncio.sleep(0.1)
