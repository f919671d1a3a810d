"""How hard the levels of Lanes are, and what its cards are worth.

python bench/lanes_difficulty.py --jobs 2                       all of docs/lanes-difficulty.md, and the replays
python bench/lanes_difficulty.py --levels ford,mill --battles 60   a quick look while tuning: prints, writes nothing

The player limits its thinking by simulations, not by time, so that every figure but the milliseconds is the same on
any machine, however busy. Battle number n of a level has seed FIRST + n: the battles before
are those on which the levels were tuned.
"""

from __future__ import annotations

import argparse
import multiprocessing
import random
import sys
import time
from collections.abc import Iterable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from tabor.arena.playing import Tally
from tabor.docs import markdown_table
from tabor.game import Game
from tabor.games.lanes import KIND
from tabor.games.lanes.checking import survey
from tabor.games.lanes.decks import all_cards
from tabor.loading import load_kind
from tabor.match import Match
from tabor.players import make

ROOT = Path(__file__).parent.parent
HORDE = "veteran"
DECK_LEVEL = "hamlet"  # on which decks drawn by lot fight: it is won about as often as lost
DECK_CARDS = 20
CHUNK = 10  # battles that a worker plays at a time
FIRST = 1000  # seeds up to this one were used to tune the levels


@dataclass(frozen=True)
class Order:
    """Battles to be played by one worker."""

    level: str
    player: str
    seeds: tuple[int, ...]
    has_lot_decks: bool = False  # each battle with a deck of its own, drawn by lot


@dataclass(frozen=True)
class Battle:
    level: str
    seed: int
    is_won: bool
    rounds: int
    camp_left: int
    cards: frozenset[str]  # in the deck
    deployed: frozenset[str]
    decisions: int
    seconds: float  # that the player thought
    actions: tuple[int, ...]


# ---- playing ----


def lot_deck(seed: int) -> dict[str, Any]:
    """A legal deck drawn by lot, as changed data: every card up to three times."""
    choices = random.Random(seed)
    copies = [card.name for card in all_cards() for _ in range(3)]
    cards: dict[str, int] = {}
    for card in choices.sample(copies, DECK_CARDS):
        cards[card] = cards.get(card, 0) + 1
    return {"decks": {"lot": {"cards": cards}}}


def load(order: Order, seed: int) -> Game:
    if order.has_lot_decks:
        return load_kind(KIND, lot_deck(seed), {"level": order.level, "deck": "lot"})
    return load_kind(KIND, None, {"level": order.level})


def play_order(order: Order) -> list[Battle]:
    game = load(order, order.seeds[0])
    return [play_battle(load(order, seed) if order.has_lot_decks else game, order.player, seed) for seed in order.seeds]


def play_battle(game: Game, player: str, seed: int) -> Battle:
    match = Match(game, seed=seed)
    horde = "script" if game.rules["scripted"] else HORDE
    players = (make(player, game, seed), make(horde, game, seed + 1))
    seconds, decisions = 0.0, 0
    while match.player is not None:
        who, began = match.player, time.perf_counter()
        match.play(players[who].choose(match))
        if who == 0:
            seconds += time.perf_counter() - began
            decisions += 1
    assert match.outcome is not None
    names = [piece.name for piece in game.setup.kinds]  # type: ignore[attr-defined]
    return Battle(
        game.options["level"],
        seed,
        match.outcome.winner == 0,
        int(match.state["round"]),
        max(0, int(game.rules["camp"][0]) - int(match.state["damage"][0])),
        frozenset(name for name, count in zip(names, game.rules["deck"], strict=False) if count),
        frozenset(entry.partition("@")[0] for entry in match.log if "@" in entry),
        decisions,
        seconds,
        tuple(step.action for step in match.steps),
    )


def orders(level: str, player: str, battles: int, has_lot_decks: bool = False) -> Iterator[Order]:
    for first in range(1, battles + 1, CHUNK):
        seeds = tuple(FIRST + number for number in range(first, min(first + CHUNK, battles + 1)))
        yield Order(level, player, seeds, has_lot_decks)


def play_all(todo: Sequence[Order], jobs: int) -> list[Battle]:
    """All battles, in order, on so many processes."""
    _ = load_kind(KIND).functions  # compiled once here rather than by every worker at the same time
    if jobs == 1:
        return [battle for order in todo for battle in play_order(order)]
    made: list[Battle] = []
    with ProcessPoolExecutor(jobs, multiprocessing.get_context("spawn")) as pool:
        for number, battles in enumerate(pool.map(play_order, todo), 1):
            made += battles
            print(f"\r{number} of {len(todo)} × {CHUNK} battles", end="", file=sys.stderr, flush=True)
    print(file=sys.stderr)
    return made


# ---- what it tells ----


def tally(battles: Sequence[Battle]) -> Tally:
    wins = sum(battle.is_won for battle in battles)
    return Tally(wins, 0, len(battles) - wins)


def mean(numbers: Iterable[float]) -> float:
    found = list(numbers)
    return sum(found) / max(1, len(found))


def percent(share: float) -> str:
    return f"{100 * share:.0f}%"


def won_text(battles: Sequence[Battle]) -> list[str]:
    """The share won, and its interval."""
    if not battles:
        return ["–", "–"]
    found = tally(battles)
    low, high = found.interval
    return [f"{100 * found.score:.1f}%", f"{100 * low:.1f} – {100 * high:.1f}%"]


def level_row(number: int, name: str, battles: Sequence[Battle]) -> list[object]:
    level = load_kind(KIND, None, {"level": name}).setup.level  # type: ignore[attr-defined]
    thought = 1000 * sum(battle.seconds for battle in battles) / max(1, sum(battle.decisions for battle in battles))
    return [
        number,
        f"{name}: {level.title}",
        level.rows,
        len(battles),
        *won_text(battles),
        f"{mean(battle.rounds for battle in battles):.1f}",
        f"{mean(battle.camp_left for battle in battles if battle.is_won):.1f} of {level.switches.camps[0]}",
        f"{thought:.1f}",
    ]


def level_table(names: Sequence[str], battles: Sequence[Battle]) -> str:
    head = ["", "level", "rows", "battles", "won", "95%", "rounds", "camp left when won", "ms a decision"]
    rows = [
        level_row(number, name, [battle for battle in battles if battle.level == name])
        for number, name in enumerate(names, 1)
    ]
    return markdown_table(head, rows)


def share_deployed(card: str, battles: Sequence[Battle]) -> str:
    """Of battles with a deck that has the card, in how many it was deployed."""
    able = [battle for battle in battles if card in battle.cards]
    return percent(mean(card in battle.deployed for battle in able)) if able else "–"


def card_row(card: str, tags: Sequence[str], campaign: Sequence[Battle], by_lot: Sequence[Battle]) -> list[object]:
    row: list[object] = [card, ", ".join(tags)]
    for battles in (campaign, by_lot):
        row += [share_deployed(card, [battle for battle in battles if battle.is_won == is_won]) for is_won in (1, 0)]
    with_it = [battle for battle in by_lot if card in battle.cards]
    played = [battle for battle in by_lot if card in battle.deployed]
    return [*row, *won_text(with_it), won_text(played)[0]]


def card_table(campaign: Sequence[Battle], by_lot: Sequence[Battle]) -> str:
    head = ["card", "class", "levels: in won", "in lost", "by lot: in won", "in lost"]
    head += ["won with it in the deck", "95%", "won if deployed"]
    return markdown_table(head, [card_row(card.name, card.tags, campaign, by_lot) for card in all_cards()])


# ---- the page and the replays ----

PAGE = """# How hard the levels of Lanes are

Made by `python bench/lanes_difficulty.py`: {battles} battles on every level, with seeds on which nothing was tuned. The
player is `{player}`; the horde is led by `{horde}`, or by the script of the level. The deck is `starter` with all
that the levels before give. Thinking is limited by simulations, so the same command gives the same battles on any
machine; only the milliseconds are the machine's. The interval is Wilson's.

{levels}

Random play in place of that player wins {random_share} of {random_battles} battles on level 1 (95%: {random_interval}).

## Cards

*Levels* are the battles above. *By lot* are {lots} battles of the same player on the level `{deck_level}`, each with a
deck of {deck_cards} cards drawn by lot from three copies of each; {lot_share} of them were won. *In won* and *in lost*
are shares of the won and of the lost battles whose deck had the card: in how many of them it was deployed.

{cards}
"""


def page(arguments: argparse.Namespace, names: Sequence[str], played: dict[str, list[Battle]]) -> str:
    found, interval = won_text(played["random"])
    return PAGE.format(
        battles=arguments.battles,
        player=player_text(arguments),
        horde=HORDE,
        levels=level_table(names, played["levels"]),
        random_share=found,
        random_interval=interval,
        random_battles=len(played["random"]),
        lots=len(played["lot"]),
        lot_share=won_text(played["lot"])[0],
        deck_level=DECK_LEVEL,
        deck_cards=DECK_CARDS,
        cards=card_table(played["levels"], played["lot"]),
    )


def kept_part(docs: Path) -> str:
    """What bench/lanes_levels.py writes into the same page."""
    text = docs.read_text(encoding="utf-8") if docs.is_file() else ""
    _, heading, rest = text.partition("\n## The computer's levels\n")
    return heading + rest


def save_replays(names: Sequence[str], battles: Sequence[Battle], folder: Path) -> None:
    """For each level the first battle that was won."""
    folder.mkdir(parents=True, exist_ok=True)
    for name in names:
        won = next((battle for battle in battles if battle.level == name and battle.is_won), None)
        if won is None:
            print(f"no battle of {name} was won: no replay of it", file=sys.stderr)
            continue
        match = Match(load_kind(KIND, None, {"level": name}), seed=won.seed)
        match.play_line(won.actions)
        match.save(folder / f"{name}.tabor")


def player_text(arguments: argparse.Namespace) -> str:
    return f"marshal:sims={arguments.sims}"


def read_arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description="How hard the levels of Lanes are, and what its cards are worth.")
    parser.add_argument("--battles", type=int, default=400, help="a level")
    parser.add_argument("--lots", type=int, default=1200, help="battles with decks drawn by lot")
    parser.add_argument("--sims", type=int, default=400, help="simulations that the player makes for a decision")
    parser.add_argument("--jobs", type=int, default=1, help="processes")
    parser.add_argument(
        "--levels", default="", help="only these, with commas between: print their table, write nothing"
    )
    parser.add_argument("--docs", type=Path, default=ROOT / "docs" / "lanes-difficulty.md", help="the page")
    parser.add_argument("--replays", type=Path, default=KIND.home / "replays", help="the folder for replays")
    return parser.parse_args()


def main() -> None:
    arguments = read_arguments()
    player = player_text(arguments)
    names = [name for name in arguments.levels.split(",") if name] or list(survey()[0].levels)
    todo = {"levels": [order for name in names for order in orders(name, player, arguments.battles)]}
    if arguments.levels:
        for name in names:
            print(
                level_table([name], play_all(list(orders(name, player, arguments.battles)), arguments.jobs)), flush=True
            )
        return
    todo["random"] = list(orders(names[0], "random", arguments.battles))
    todo["lot"] = list(orders(DECK_LEVEL, player, arguments.lots, has_lot_decks=True))
    played = {part: play_all(some, arguments.jobs) for part, some in todo.items()}
    text = page(arguments, names, played) + kept_part(arguments.docs)
    arguments.docs.write_text(text, encoding="utf-8")
    save_replays(names, played["levels"], arguments.replays)
    print(f"wrote {arguments.docs} and {len(names)} replays in {arguments.replays}")


if __name__ == "__main__":
    main()
