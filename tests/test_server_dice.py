"""Dice that anyone can check: fixed before the match, shown after it, verified by a command."""

from __future__ import annotations

import hashlib
import random
import struct
from collections.abc import Iterator
from pathlib import Path

import pytest
from server_tools import Running, play_random, run, running, table_of_two

import tabor
from tabor.cli import main
from tabor.client import Guest, Refused
from tabor.dice import SecretDice
from tabor.game import Game
from tabor.game import dice as dice_of
from tabor.server.dice import commitment, match_secret, match_seed
from tabor.server.room import Config, Room, SeatConfig, lock_of


@pytest.fixture(scope="module")
def here(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Running]:
    with running(tmp_path_factory.mktemp("server") / "rooms.sqlite") as made:
        yield made


@pytest.fixture(scope="module")
def ended(here: Running) -> Guest:
    """Somebody at a table where the match is over."""

    async def play() -> Guest:
        async with table_of_two(here.lobby, "robots", options={"arena": "pit"}) as (ann, bo):
            promised = ann.room["dice"]
            assert promised["seed"] is None
            assert len(promised["numbers"]) == 2
            await play_random((ann, bo), random.Random(1), 8)
            assert ann.room["dice"] == promised
            await bo.send("resign")
            await ann.until(lambda guest: guest.room["status"] == "over")
            assert [ann.room["dice"][name] for name in ("commitment", "numbers")] == [
                promised[name] for name in ("commitment", "numbers")
            ]
            return ann

    guest: Guest = run(play())
    return guest


@pytest.fixture
def file(here: Running, ended: Guest, tmp_path: Path) -> Path:
    path = tmp_path / "match.tabor"
    path.write_bytes(here.lobby.fetch(f"/api/rooms/{ended.room['id']}/save"))
    return path


def test_the_dice_were_fixed_before_the_match(ended: Guest, file: Path) -> None:
    """Computed here by the words of the protocol alone."""
    dice = ended.room["dice"]
    bits = bytes.fromhex(dice["seed"])
    assert len(bits) == 32
    assert hashlib.sha256(bits).hexdigest() == dice["commitment"]
    mixed = bits + b"".join(number.encode() + b"\0" for number in dice["numbers"])
    secret = hashlib.sha256(mixed).digest()
    dice = tabor.open(file).dice
    assert dice is not None
    for ply, again in ((2**64 - 1, 0), (0, 0), (7, 0), (7, 3), (300, 1)):
        numbers = struct.pack("<QQ", ply, again)
        (key,) = struct.unpack("<Q", hashlib.blake2b(numbers, digest_size=8, key=secret).digest())
        assert dice.key(ply, again) == key


def test_every_number_changes_the_dice() -> None:
    bits = "ab" * 32
    given: tuple[list[str], ...] = ([], [""], ["1"], ["2"], ["1", ""], ["", "1"], ["11"], ["1", "1"])
    secrets = {match_secret(bits, numbers) for numbers in given}
    assert len(secrets) == 8
    assert match_secret("ac" * 32, ["1"]) not in secrets


def test_dice_that_fell_do_not_tell_those_to_come() -> None:
    """A seed goes through an invertible mix: the key of one ply gives those of all. From a secret it does not."""
    seed = 0x1234_5678_9ABC_DEF
    known = int(dice_of(seed, 5)["key"])
    ply_key = undo_join(undo_join(known, 0), 5)  # what was mixed with ply 5 and no take-back
    assert all(int(dice_of(seed, ply)["key"]) == join(join(ply_key, ply), 0) for ply in range(20))
    dice = SecretDice(match_secret("5a" * 32, ["1"]))
    ply_key = undo_join(undo_join(dice.key(5, 0), 0), 5)
    assert not any(dice.key(ply, 0) == join(join(ply_key, ply), 0) for ply in range(20) if ply != 5)


def test_a_room_of_an_older_server_keeps_its_dice(delvers: Game) -> None:
    """Its config says nothing about secrets: its dice follow from a seed, as they did when it was played."""
    seats = [SeatConfig(lock=lock_of(str(n)), share="9f") for n in range(2)]
    tree = Config(delvers.kind.name, {}, {}, seats, "5a" * 32).tree()
    new = Room("room", Config.read(tree), delvers)
    del tree["dice"]
    old = Room("room", Config.read(tree), delvers)
    for room in (old, new):
        room.begin(0)
        assert room.match
    assert old.match
    assert new.match
    assert (old.match.seed, old.match.dice) == (match_seed("5a" * 32, ["9f", "9f"]), None)
    assert new.match.dice == SecretDice(match_secret("5a" * 32, ["9f", "9f"]))


MASK, GOLDEN = 2**64 - 1, 0x9E3779B97F4A7C15


def join(hash_: int, number: int) -> int:
    """As rng.join, in Python's own numbers."""
    x = ((hash_ ^ number) + GOLDEN) & MASK
    x = ((x ^ (x >> 30)) * 0xBF58476D1CE4E5B9) & MASK
    x = ((x ^ (x >> 27)) * 0x94D049BB133111EB) & MASK
    return x ^ (x >> 31)


def undo_join(key: int, number: int) -> int:
    """The hash that the number was folded into: every step of join can be turned back."""
    x = undo_shift(key, 31) * pow(0x94D049BB133111EB, -1, 2**64) & MASK
    x = undo_shift(x, 27) * pow(0xBF58476D1CE4E5B9, -1, 2**64) & MASK
    return ((undo_shift(x, 30) - GOLDEN) & MASK) ^ number


def undo_shift(value: int, by: int) -> int:
    x = value
    for _ in range(3):
        x = value ^ (x >> by)
    return x


def test_a_maker_sees_the_commitment_before_giving_a_number(here: Running) -> None:
    async def play() -> None:
        promised = (await here.lobby.ask("/api/dice", {}))["commitment"]
        body = {"game": "drake", "seats": ["me", "me"], "number": "7", "commitment": promised}
        made = await here.lobby.ask("/api/rooms", body)
        room = await here.lobby.ask(f"/api/rooms/{made['room']}")
        assert room["dice"]["commitment"] == promised
        with pytest.raises(Refused, match="has been used"):
            await here.lobby.ask("/api/rooms", body)

    run(play())


def test_the_dice_of_a_rematch_are_fixed_before_its_numbers(here: Running) -> None:
    async def play() -> None:
        async with table_of_two(here.lobby, "drake") as (ann, bo):
            assert ann.room["dice"]["next"] is None
            await bo.send("resign")
            await ann.until(lambda guest: guest.room["status"] == "over")
            promised = ann.room["dice"]["next"]
            await ann.send("rematch", share="aa")
            with pytest.raises(Refused, match="hex digits"):
                await bo.send("answer", offer="rematch", yes=True, share="zz")
            await bo.send("answer", offer="rematch", yes=True, share="bb")
            await ann.until(lambda guest: guest.rematch)
            made = await here.lobby.ask(f"/api/rooms/{ann.rematch['room'] if ann.rematch else ''}")
            assert made["dice"]["commitment"] == promised
            assert made["dice"]["numbers"] == ["bb", "aa"]

    run(play())


def test_verify_confirms_a_file_and_an_address(
    here: Running, ended: Guest, file: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["verify", str(file)]) == 0
    assert main(["verify", f"{here.lobby.address}/play/{ended.room['id']}"]) == 0
    told = capsys.readouterr().out
    assert told.count("NOT known: whether this commitment was shown before the match") == 2
    assert told.count("NOT known: whether your own number is in the dice") == 2
    number, promised = ended.room["dice"]["numbers"][0], ended.room["dice"]["commitment"]
    assert main(["verify", str(file), "--commitment", promised, "--number", number]) == 0
    told = capsys.readouterr().out
    assert "NOT known" not in told
    assert "actions, each legal" in told


def test_verify_misses_a_number_that_was_given(file: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["verify", str(file), "--number", "abc"]) == 2
    assert "is not among those" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("old", "new", "problem"),
    [
        ('bits = "', 'bits = "00', "64 hex digits"),
        ("commitment", "commitments", "64 hex digits"),
        ("[dice]", "[cubes]", "says nothing about its dice"),
    ],
)
def test_verify_finds_what_was_changed(
    file: Path, old: str, new: str, problem: str, capsys: pytest.CaptureFixture[str]
) -> None:
    file.write_text(file.read_text().replace(old, new))
    assert main(["verify", str(file)]) == 2
    assert problem in capsys.readouterr().err


def test_verify_finds_a_match_with_another_seed(file: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """A whole and right file, but its numbers are not those that the seed was made of."""
    text = file.read_text()
    file.write_text(text.replace('numbers = [\n    "', 'numbers = [\n    "0", "'))
    assert main(["verify", str(file)]) == 2
    assert "bits and numbers give" in capsys.readouterr().err


def test_verify_finds_other_bits_and_another_commitment(file: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["verify", str(file), "--commitment", "0" * 64]) == 2
    assert "as it was noted" in capsys.readouterr().err
    lines = [f'bits = "{"0" * 64}"' if line.startswith("bits") else line for line in file.read_text().splitlines()]
    file.write_text("\n".join(lines))
    assert main(["verify", str(file)]) == 2
    assert commitment("0" * 64) in capsys.readouterr().err


@pytest.mark.parametrize("place", ["none.tabor", "http://127.0.0.1:1/play/x", "http://[", "https://"])
def test_verify_of_nothing_is_one_sentence(place: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["verify", place]) == 2
    assert len(capsys.readouterr().err.strip().splitlines()) == 1
