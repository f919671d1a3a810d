"""How often a study finds a planted difference of 3 points in the share of the first seat, or invents one.

    .venv/bin/python bench/lab_power.py                # simulated results, two thousand studies of each kind
    .venv/bin/python bench/lab_power.py --real 2000    # for real, on The Drake: the same game, and another board
    .venv/bin/python bench/lab_power.py --planted 6000 # for real, on The Drake: three points that were planted

Three points are planted thus: in a known share of openings the first seat must do without its Archer. What that costs
is measured first, on other openings, so the share can be chosen; then the study must find it. The simulated studies
have one variant, one question, one judge, 6,000 openings and five looks.
"""

from __future__ import annotations

import argparse
import tempfile
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import replace
from pathlib import Path

import numpy as np
import orjson

from tabor.arena.ledger import Done
from tabor.arena.local import Local, Setting
from tabor.arena.playing import number_of
from tabor.arena.shards import Shard
from tabor.cores import usable_cores
from tabor.lab.lab import Lab
from tabor.lab.study import read_study
from tabor.lab.verdicts import Question, bound_at, compare
from tabor.match import SEEDS

OPENINGS, LOOKS, STUDIES = 6000, 5, 2000
QUESTION = Question("first_seat", worth=0.03, aim=0.5)
REAL = """
game = "drake"
judges = ["alphabeta:depth=1", "alphabeta:depth=2"]
openings = {openings}
sample = 0
[[ask]]
measure = "first_seat"
worth = 0.03
[variants.same]  # more plies without progress than games have: the same game, so any difference is a false alarm
set = {{ end = {{ no_progress = 51 }} }}
[variants.course]  # mountains that are in the way of who begins
options = {{ board = "course" }}
"""


def study(rng: np.random.Generator, base: float, changed: float) -> tuple[str, int]:
    """The verdict, and after how many openings of each."""
    old, new = ((rng.random((1, OPENINGS)) < share).astype(float) for share in (base, changed))
    for look in range(1, LOOKS + 1):
        many = OPENINGS * look // LOOKS
        found = compare("new", QUESTION, old[:, :many], new[:, :many], bound_at(look, LOOKS, 0.05), 1.0)
        if found.is_decided:
            return found.kind, many
    return "open", OPENINGS


def simulate() -> None:
    rng = np.random.default_rng(0)
    for title, changed in (("3 points nearer to even", 0.52), ("3 points further", 0.58), ("no difference", 0.55)):
        found = [study(rng, 0.55, changed) for _ in range(STUDIES)]
        kinds = Counter(kind for kind, _ in found)
        said = ", ".join(f"{kind} {count / STUDIES:.1%}" for kind, count in kinds.most_common())
        print(f"{title}: {said}; {np.mean([many for _, many in found]):,.0f} openings on average")


# ---- planted for real ----

PLANTED = """
game = "drake"
judges = ["{judge}"]
openings = {openings}
sample = 0
looks = {looks}
seed = {seed}
[[ask]]
measure = "first_seat"
worth = 0.03
[variants.planted]
set = {{ without = {{ blue = ["Archer"] }} }}
"""
JUDGE = "alphabeta:depth=1"


class Planting:
    """Plays the variant as it is written in a share of its openings alone, and in all others the game as it is."""

    def __init__(self, setting: Setting, share: float) -> None:
        self.local, self.share = Local(setting, usable_cores()), share
        self.whole: dict[int, Shard] = {}
        self.parts: dict[int, list[Done]] = {}

    def run(self, shards: Iterator[Shard]) -> Iterator[Done]:
        for done in self.local.run(self.split(shards)):
            number = done.shard // 2
            self.parts[number].append(done)
            if sum(len(seeds_of(part)) for part in self.parts[number]) == len(self.whole[number].seeds):
                yield together(self.whole.pop(number), self.parts.pop(number))

    def split(self, shards: Iterator[Shard]) -> Iterator[Shard]:
        for shard in shards:
            self.whole[shard.number], self.parts[shard.number] = shard, []
            poorer = tuple(seed for seed in shard.seeds if number_of(seed, "planted") / SEEDS < self.share)
            rest = tuple(seed for seed in shard.seeds if seed not in poorer)
            if poorer:
                yield replace(shard, number=2 * shard.number, seeds=poorer)
            if rest:
                yield replace(shard, number=2 * shard.number + 1, seeds=rest, variant="")

    def close(self) -> None:
        self.local.close()


def seeds_of(done: Done) -> list[int]:
    seeds: list[int] = orjson.loads(done.result)["seed"]
    return seeds


def together(shard: Shard, parts: Sequence[Done]) -> Done:
    """One result of several, game by game in the shard's order."""
    games = {}
    for tree in (orjson.loads(part.result) for part in parts):
        for number, seed in enumerate(tree["seed"]):
            each = {name: len(values) // len(tree["seed"]) for name, values in tree.items() if name != "players"}
            games[seed] = {name: tree[name][number * n : (number + 1) * n] for name, n in each.items()}
    columns = {name: [value for seed in shard.seeds for value in games[seed][name]] for name in games[shard.seeds[0]]}
    result = orjson.dumps({"players": shard.players, **columns})
    return Done(shard.number, parts[0].worker, sum(part.seconds for part in parts), result, b"")


def first_seats(lab: Lab, look: int) -> list[float]:
    """The share of the first seat under each variant."""
    return [float(lab.evidence(one, look).mirror[0].shares[:, 0].mean()) for one in lab.study.variants]


def run_planted(folder: Path, share: float, **numbers: int) -> Lab:
    path = folder / f"planted-{numbers['seed']}.toml"
    path.write_text(PLANTED.format(judge=JUDGE, **numbers))
    lab = Lab(read_study(path))
    for _ in lab.run(lambda setting: Planting(setting, share)):
        pass
    return lab


def plant(openings: int) -> None:
    with tempfile.TemporaryDirectory() as folder:
        lab = run_planted(Path(folder), 1.0, openings=openings, seed=2, looks=1)
        whole, poorer = first_seats(lab, 1)
        share = 0.03 / abs(whole - poorer)
        print(
            f"On other openings: first seat {whole:.1%}, without its Archer {poorer:.1%}; {share:.1%} of openings, then"
        )
        lab = run_planted(Path(folder), share, openings=openings, seed=1, looks=LOOKS)
        standing = lab.standing()
        found = [f"{value:.1%}" for value in first_seats(lab, standing.looks["planted"])]
        print(f"The study after {lab.played():,} games: first seat {found[0]}, with three points planted {found[1]}")
        for verdict in standing.verdicts:
            print(f"{verdict.variant}: {verdict.sentence(standing.is_spent)}")


# ---- for real ----


def play(openings: int) -> None:
    from tabor.terminal.studying import run_study

    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "drake.toml"
        path.write_text(REAL.format(openings=openings))
        run_study(path, None, None)


if __name__ == "__main__":
    parser = argparse.ArgumentParser()
    parser.add_argument("--real", type=int, metavar="OPENINGS")
    parser.add_argument("--planted", type=int, metavar="OPENINGS")
    chosen = parser.parse_args()
    plant(chosen.planted) if chosen.planted else play(chosen.real) if chosen.real else simulate()
