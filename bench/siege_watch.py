"""A game of Siege between two commanders, told every few turns: what both have, where it is, and what they are about.

python bench/siege_watch.py islands [general general-1] [--seed 0] [--swap] [--every 20] [--from 0] [--picture]
"""

from __future__ import annotations

import argparse
from collections import Counter
from typing import Any

from siege_strength import GROUNDS, Job, Table, sit_down, take_turns

from tabor.arena.playing import number_of
from tabor.games.siege.commander.rows import ARMY, FACTS, FAR, FOOT, HOME, NEARING, RAIDERS, THEIR_ARMY, WAY
from tabor.games.siege.numbers import SiegeSetup
from tabor.games.siege.players import Commander
from tabor.games.siege.text import Standing, standing
from tabor.games.siege.words import CAMP, CASTLE, GROUND_SIGNS, KINDS, SHIP, TOWER, WALL
from tabor.grid import cell_name

WAYS = ("on foot", "through walls", "by ship", "not at all")
SIGNS = "iactrbskmhwp=g+"  # of the kinds; blue's are written large


def tokens_of(table: Table) -> list[Standing]:
    setup = table.game.setup
    assert isinstance(setup, SiegeSetup)
    return standing(setup, table.states[0])


def whereabouts(tokens: list[Standing], field: Any, seat: int) -> str:
    """How many land units can walk home, how many to the enemy's seats, and how many do neither."""
    afloat = {cell for token in tokens if token.kind == SHIP for cell in token.cells}
    found: Counter[str] = Counter()
    for token in tokens:
        if token.kind < TOWER and token.owner == seat:
            cell = token.cells[0]
            is_there, is_home = int(field[FOOT, cell]) < FAR, int(field[HOME, cell]) < FAR
            where = "on both" if is_there and is_home else "before the enemy" if is_there else "at home"
            found["afloat" if cell in afloat else where if is_there or is_home else "lost"] += 1
    return ", ".join(f"{count} {where}" for where, count in sorted(found.items())) or "nobody"


def possessions(table: Table, tokens: list[Standing], seat: int) -> str:
    """Seats by place, then everything else by number."""
    width = table.game.setup.planes[2]
    own = [token for token in tokens if token.owner == seat]
    seats = [f"{KINDS[one.kind]} {cell_name(one.cells[0], width)}" for one in own if CASTLE <= one.kind <= CAMP]
    others = Counter(KINDS[token.kind] for token in own if not CASTLE <= token.kind <= CAMP)
    return ", ".join(seats + [f"{count} {kind}" for kind, count in others.items()])


def goal_of(player: Commander, seat: int) -> str:
    facts = player.field[FACTS]
    return (
        f"{WAYS[facts[WAY]]}, army {facts[ARMY]} : {facts[THEIR_ARMY]}, "
        f"{facts[NEARING]} near, {facts[RAIDERS]} at the walls"
    )


def digest(table: Table) -> str:
    tokens = tokens_of(table)
    free = Counter(KINDS[token.kind] for token in tokens if TOWER <= token.kind <= SHIP or token.kind >= WALL)
    told = [f"turn {int(table.states[0]['turns'])}: " + ", ".join(f"{count} {kind}" for kind, count in free.items())]
    for seat, player in enumerate(table.sides):
        coins = int(table.states[0]["coins"][seat])
        told.append(
            f"  {table.game.setup.seats[seat]} {player.name}: {coins} coins; {possessions(table, tokens, seat)}"
        )
        told.append(f"      {whereabouts(tokens, player.field, seat)}; {goal_of(player, seat)}")
    return "\n".join(told)


def picture(table: Table) -> str:
    """The map as it lies; exhausted or not is not told."""
    _, height, width = table.game.setup.planes
    signs = [GROUND_SIGNS[int(ground)] for ground in table.game.rules["terrain"][: width * height]]
    for token in sorted(tokens_of(table), key=lambda token: token.layer):
        for cell in token.cells:
            sign = SIGNS[token.kind]
            signs[cell] = sign.upper() if token.owner == 0 else sign
    return "\n".join("      " + "".join(signs[row * width : (row + 1) * width]) for row in reversed(range(height)))


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("map", choices=[name for name, _ in GROUNDS])
    parser.add_argument("players", nargs="*", default=["general", "general-1"])
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--swap", action="store_true", help="the first player is orange")
    parser.add_argument("--word", default="siege", help="of which the seeds are made")
    parser.add_argument("--every", type=int, default=20)
    parser.add_argument("--from", type=int, default=0, dest="first")
    parser.add_argument("--to", type=int, default=1000)
    parser.add_argument("--picture", action="store_true")
    options = parser.parse_args()
    first, second = options.players
    order = (1, 0) if options.swap else (0, 1)
    table = sit_down(
        Job((first, second), options.map, dict(GROUNDS)[options.map], number_of(options.word, options.seed), order)
    )
    told = -1
    for turns in take_turns(table):
        if turns >= options.to:
            break
        if turns % options.every == 0 and told != turns >= options.first:
            told = turns
            print(digest(table) + ("\n" + picture(table) if options.picture else ""))
    print(digest(table))
    state = table.states[0]
    print("winner:", int(state["winner"]), table.game.reason(int(state["reason"])) if int(state["reason"]) else "–")


if __name__ == "__main__":
    main()
