"""Matches between fixed players on all cores, without a folder: what `tabor match` and measurements use."""

from __future__ import annotations

from collections.abc import Generator, Iterator, Sequence
from dataclasses import replace
from pathlib import Path

from tabor.arena.local import Local, Setting
from tabor.arena.playing import Played, check_judge, check_players, number_of, play, replay, seatings
from tabor.arena.shards import Shard, games_of
from tabor.cores import usable_cores
from tabor.game import Game


def run(
    game: Game,
    names: Sequence[str],
    count: int,
    seed: int,
    save: Path | None = None,
    cores: int | None = None,
    is_fair: bool = False,
) -> Generator[Played, None, None]:
    """Play a series; matches come as they end, numbered from 1. Whoever stops listening stops the series."""
    check_players(game, names)
    if is_fair:
        check_judge(game)
    if save is not None:
        save.mkdir(parents=True, exist_ok=True)
    openings = -(-count // game.players)
    for number, one in play_openings(game, names, openings, seed, cores, is_fair):
        if number <= count:
            if save is not None:
                replay(game, one).save(save / f"{number:05}.tabor")
            yield replace(one, number=number)


def play_openings(
    game: Game, names: Sequence[str], openings: int, seed: int, cores: int | None, is_fair: bool
) -> Iterator[tuple[int, Played]]:
    """Each opening once for every way of seating; games with their numbers, as they end."""
    seeds = (number_of(seed, number) for number in range(openings))
    workers = min(cores or usable_cores(), openings)
    if workers == 1:
        return play_here(game, names, seeds, is_fair)
    return play_there(game, names, seeds, is_fair, workers)


def play_here(game: Game, names: Sequence[str], seeds: Iterator[int], is_fair: bool) -> Iterator[tuple[int, Played]]:
    pairs = ((seed, order) for seed in seeds for order in seatings(game.players))
    for number, (seed, order) in enumerate(pairs, 1):
        yield number, play(game, names, seed, order, is_fair)


def play_there(
    game: Game, names: Sequence[str], seeds: Iterator[int], is_fair: bool, workers: int
) -> Iterator[tuple[int, Played]]:
    """In processes, an opening at a time."""
    _ = game.functions  # compiled once here rather than by every worker at the same time
    labels = tuple(str(number) for number in range(len(names)))  # two may have one name
    setting = Setting(game.kind.name, game.options, game.changes, dict(zip(labels, names, strict=True)), {})
    local = Local(setting, workers)
    try:
        for done in local.run(Shard(number, labels, (seed,), is_fair) for number, seed in enumerate(seeds)):
            for offset, one in enumerate(games_of(done.result, done.detail), 1):
                yield done.shard * game.players + offset, one
    finally:
        local.close()


def pairs_in_order(
    game: Game, names: Sequence[str], pairs: int, seed: int, cores: int | None, is_fair: bool
) -> Generator[tuple[int, bool], None, None]:
    """Pair by pair: half points of the second player, 0 … 4, and whether it repeats games that were before.

    In the order of their openings: whoever stops at a result that comes early would otherwise count short games alone.
    """
    waiting: dict[int, Played] = {}
    seen: set[int] = set()
    following = 1
    for number, one in play_openings(game, names, pairs, seed, cores, is_fair):
        waiting[number] = one
        while following in waiting and following + 1 in waiting:
            two = [waiting.pop(following), waiting.pop(following + 1)]
            following += 2
            is_repeat = any(game_.identity in seen for game_ in two)
            seen |= {game_.identity for game_ in two}
            yield sum(half_points(game_) for game_ in two), is_repeat


def half_points(played: Played) -> int:
    return 1 if played.winner is None else 2 * (played.winner == 1)
