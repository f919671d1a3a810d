"""Dice that anyone can check: fixed before the match, shown after it, verified by a command."""

from __future__ import annotations

import hashlib
import random
from collections.abc import Iterator
from pathlib import Path

import pytest
from server_tools import Running, play_random, run, running, table_of_two

import tabor
from tabor.cli import main
from tabor.client import Guest, Refused
from tabor.server.dice import commitment, match_seed


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


def test_the_seed_was_fixed_before_the_match(ended: Guest, file: Path) -> None:
    """Computed here by the words of the protocol alone."""
    dice = ended.room["dice"]
    bits = bytes.fromhex(dice["seed"])
    assert len(bits) == 32
    assert hashlib.sha256(bits).hexdigest() == dice["commitment"]
    mixed = bits + b"".join(number.encode() + b"\0" for number in dice["numbers"])
    assert tabor.open(file).seed == int(hashlib.sha256(mixed).hexdigest()[:16], 16) // 2


def test_every_number_changes_the_seed() -> None:
    bits = "ab" * 32
    given: tuple[list[str], ...] = ([], [""], ["1"], ["2"], ["1", ""], ["", "1"], ["11"], ["1", "1"])
    seeds = {match_seed(bits, numbers) for numbers in given}
    assert len(seeds) == 8
    assert match_seed("ac" * 32, ["1"]) not in seeds


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
    assert main(["verify", str(file), "--commitment", ended.room["dice"]["commitment"]]) == 0
    told = capsys.readouterr().out
    assert told.count("The bits are those that were promised") == 3
    assert "8 actions, each legal" in told


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
