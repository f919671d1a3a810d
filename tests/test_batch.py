"""tabor.batch on the CPU: the same games, byte for byte, as matches played one by one."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest
from gpu.games import GAMES
from hypothesis import given, settings
from hypothesis import strategies as st
from toys import TOYS, changed

from tabor.batch import Batch, cuda, playouts, random_actions
from tabor.batch.cpu import cut
from tabor.batch.shapes import action_space
from tabor.errors import DataError
from tabor.game import DRAWN, ILLEGAL, NOBODY, OVER, Game, dice
from tabor.jit import plain, rule
from tabor.loading import load_kind
from tabor.match import Match
from tabor.rng import join, roll

each_game = pytest.mark.parametrize("game", GAMES.values(), ids=GAMES.keys())
any_game = pytest.mark.parametrize("game", list(GAMES.values())[:1], ids=list(GAMES)[:1])
plain_roll, plain_join = plain(roll), plain(join)


def random_action(game: Game, state: Any, seed: int) -> int:
    """As the page promises: the stream of 2**64 − 1 take-backs chooses."""
    actions = game.legal(state)
    return int(actions[plain_roll(dice(seed, int(state["ply"]), 2**64 - 1), len(actions))])


def play_plainly(game: Game, seed: int) -> Match:
    match = Match(game, seed=seed)
    while match.player is not None:
        match.play(random_action(game, match.state, seed))
    return match


@pytest.mark.parametrize("threads", [1, 2])
@each_game
def test_a_batch_is_its_matches_byte_for_byte(game: Game, threads: int) -> None:
    batch = Batch(game, 7, seed=3, threads=threads)
    matches = [Match(game, seed=int(seed)) for seed in batch.seeds]
    assert len(set(batch.seeds.tolist())) == 7
    chooser = np.random.default_rng(5)
    while not batch.done.all():
        for state, match in zip(batch.states, matches, strict=True):
            assert state.tobytes() == match.state.tobytes()
        actions, counts = batch.legal()
        chosen = np.array([row[chooser.integers(max(n, 1))] for row, n in zip(actions, counts, strict=True)])
        for match, action in zip(matches, chosen, strict=True):
            if match.player is not None:
                match.play(int(action))
        batch.step(chosen)
    assert batch.winners.tolist() == [int(match.state["winner"]) for match in matches]
    assert batch.reasons.tolist() == [int(match.state["reason"]) for match in matches]
    assert batch.plies.tolist() == [match.ply for match in matches]
    assert batch.states.tobytes() == b"".join(match.state.tobytes() for match in matches)


@each_game
def test_lists_masks_and_planes_are_those_of_the_game(game: Game) -> None:
    batch = Batch(game, 20, seed=1)
    for _ in range(12):
        actions, counts = batch.legal()
        masks, planes, last = batch.masks(), batch.observe(), batch.observe(player=game.players - 1)
        assert masks.shape == (20, action_space(game))
        assert masks.dtype == np.bool_
        for i, state in enumerate(batch.states):
            legal = game.legal(state).tolist()
            assert actions[i].tolist() == legal + [-1] * (game.setup.most_actions - len(legal))
            assert counts[i] == len(legal)
            assert np.flatnonzero(masks[i]).tolist() == legal
            assert (last[i] == game.observe(state, game.players - 1)).all()
            player = int(state["player"])
            assert (planes[i] == (game.observe(state, player) if player != OVER else 0)).all()
        batch.step(actions[np.arange(20), np.maximum(counts - 1, 0)])


def chosen_by(chooser: np.random.Generator, actions: Any, counts: Any) -> Any:
    """Any legal action; once in a while an illegal one."""
    places = (chooser.random(len(counts)) * counts).astype(np.int64)
    chosen = actions[np.arange(len(counts)), places]
    return np.where(chooser.random(len(counts)) < 0.01, -1, chosen).astype(np.int32)


@pytest.mark.parametrize("layout", ["rows", "columns"])
@pytest.mark.parametrize("bits", [False, True])
@each_game
def test_a_turn_is_a_step_and_a_restart_and_a_look(game: Game, bits: bool, layout: str) -> None:
    """Two batches with the same seed: one by turns, one step by step."""
    at_once, by_steps = Batch(game, 30, seed=5, layout=layout, bits=bits), Batch(game, 30, seed=5)
    chooser, ended = np.random.default_rng(1), 0
    for _ in range(60):
        actions, counts = by_steps.legal()
        chosen = chosen_by(chooser, actions, counts)
        turn = at_once.turn(chosen)
        by_steps.step(chosen)
        assert turn.done.tolist() == by_steps.done.tolist()
        assert turn.winners.tolist() == by_steps.winners.tolist()
        assert turn.reasons.tolist() == by_steps.reasons.tolist()
        ended += int(by_steps.restart().sum())
        assert turn.players.tolist() == by_steps.players.tolist()
        assert turn.plies.tolist() == by_steps.plies.tolist()
        assert at_once.states.tobytes() == by_steps.states.tobytes()
        assert at_once.seeds.tolist() == by_steps.seeds.tolist()
        actions, counts = by_steps.legal()
        assert turn.counts.tolist() == counts.tolist()
        for i, row in enumerate(first_axis(turn.actions, layout)):
            assert row[: counts[i]].tolist() == actions[i, : counts[i]].tolist()
        masks = first_axis(turn.masks, layout)
        assert (unpacked(masks, action_space(game)) if bits else masks).tolist() == by_steps.masks().tolist()
        assert (first_axis(turn.planes, layout) == by_steps.observe()).all()
    assert ended > 0


def first_axis(array: Any, layout: str) -> Any:
    return array if layout == "rows" else np.moveaxis(array, -1, 0)


def unpacked(bits: Any, space: int) -> Any:
    """Bit a % 32 of word a // 32, as the docs say."""
    return np.unpackbits(np.ascontiguousarray(bits).view(np.uint8), axis=1, bitorder="little")[:, :space]


@any_game
def test_a_turn_may_only_look(game: Game) -> None:
    batch = Batch(game, 3)
    batch.step([-1, *batch.legal()[0][1:, 0].tolist()])
    before = batch.states
    turn = batch.turn(renew=False, masks=False, planes=False)
    assert batch.states.tobytes() == before.tobytes()
    assert (turn.masks, turn.planes) == (None, None)
    assert turn.done.tolist() == [1, 0, 0]
    assert turn.reasons.tolist() == [ILLEGAL, 0, 0]
    assert turn.players.tolist()[0] == OVER
    assert batch.turn().done.tolist() == [1, 0, 0]
    assert batch.plies.tolist() == [0, 1, 1]


@any_game
def test_turns_keep_their_memory(game: Game) -> None:
    batch = Batch(game, 3)
    first, second = batch.turn(), batch.turn(batch.legal()[0][:, 0])
    for name in ("actions", "masks", "planes", "players"):
        assert np.shares_memory(getattr(first, name), getattr(second, name))
    assert not np.shares_memory(batch.masks(), first.masks)


@each_game
def test_playouts_are_plain_random_games(game: Game) -> None:
    result = playouts(game, 9, seed=11, keep_states=True)
    for i, seed in enumerate(result.seeds):
        match = play_plainly(game, int(seed))
        assert result.states[i].tobytes() == match.state.tobytes()
        assert (result.plies[i], result.winners[i]) == (match.ply, match.state["winner"])
        assert result.reasons[i] == match.state["reason"]


@each_game
def test_threads_change_nothing(game: Game) -> None:
    alone, together = (playouts(game, 1100, seed=2, threads=n, keep_states=True) for n in (1, 2))
    assert alone.states.tobytes() == together.states.tobytes()
    assert (alone.plies == together.plies).all()
    one, two = (random_actions(game, 11, 300, seed=2, threads=n) for n in (1, 2))
    assert one.states.tobytes() == two.states.tobytes()
    assert one.checksum == two.checksum


@each_game
def test_random_actions_go_on_with_the_next_seed(game: Game) -> None:
    """One lane, replayed by a batch of one game that is restarted wherever it is over."""
    result = random_actions(game, 1, 150, seed=4)
    batch = Batch(game, 1, seed=4)
    checksum = np.uint64(0)
    for _ in range(150):
        batch.restart()
        action = random_action(game, batch.states[0], int(batch.seeds[0]))
        batch.step([action])
        checksum = plain_join(checksum, action)
    assert (result.total, result.checksum) == (150, int(checksum))
    assert result.states.tobytes() == batch.states.tobytes()


@each_game
def test_different_seeds_give_different_games(game: Game) -> None:
    first, second = playouts(game, 50, seed=0), playouts(game, 50, seed=1)
    assert len(set(first.seeds.tolist()) | set(second.seeds.tolist())) == 100


@each_game
def test_an_illegal_action_ends_its_game_alone(game: Game) -> None:
    batch = Batch(game, 4)
    before = batch.states
    actions, _ = batch.legal()
    first = actions[:, 0].astype(np.int64)
    illegal = next(action for action in range(action_space(game) + 1) if action not in actions[1])
    first[1:] = illegal, -1, 2**32 + int(first[3])  # the last would be legal if it were cut to 32 bits
    players = batch.players
    batch.step(first)
    assert batch.reasons[1:].tolist() == [ILLEGAL] * 3
    assert batch.reasons[0] != ILLEGAL
    expected = [1 - player if game.players == 2 else DRAWN for player in players[1:].tolist()]
    assert batch.winners[1:].tolist() == expected
    assert batch.done[1:].all()
    after = batch.states[1:]
    for name in set(game.kind.STATE.names or ()) - {"player", "winner", "reason"}:
        assert (after[name] == before[1:][name]).all()


@each_game
def test_a_finished_game_stays_as_it_is(game: Game) -> None:
    batch = Batch(game, 2)
    batch.step([-1, int(batch.legal()[0][1, 0])])
    kept = batch.states[0].tobytes()
    actions, counts = batch.legal()
    assert counts[0] == 0
    assert not batch.masks()[0].any()
    batch.step([0, int(actions[1, 0])])
    assert batch.states[0].tobytes() == kept
    assert batch.plies.tolist() == [0, 2]


@each_game
def test_restart_begins_only_what_is_over(game: Game) -> None:
    batch = Batch(game, 3, seed=8)
    seeds = batch.seeds
    actions = batch.legal()[0][:, 0]
    actions[1] = -1
    batch.step(actions)
    before = batch.states
    assert batch.restart().tolist() == [False, True, False]
    assert (batch.seeds == seeds).tolist() == [True, False, True]
    assert batch.states[1].tobytes() == Match(game, seed=int(batch.seeds[1])).state.tobytes()
    for i in (0, 2):
        assert batch.states[i].tobytes() == before[i].tobytes()


@rule
def start_lazily(rules: Any, state: Any, work: Any, rng: Any) -> None:
    """Writes what is not zero at the start, and trusts the record for the rest."""
    state["player"] = 0
    state["winner"] = NOBODY
    for player in range(3):
        state["hand"][player] = (1 << int(rules["cards"])) - 1


def test_a_new_game_has_nothing_of_the_one_before() -> None:
    game = load_kind(changed(TOYS["bidders"], name="lazy", start=start_lazily))
    batch = Batch(game, 2)
    for _ in range(4):
        batch.step(batch.legal()[0][:, 0])
    batch.step([-1, -1])
    assert batch.restart().all()
    assert batch.states[1].tobytes() == Match(game, seed=int(batch.seeds[1])).state.tobytes()


@each_game
def test_start_takes_seeds(game: Game) -> None:
    batch = Batch(game, 3)
    batch.step(batch.legal()[0][:, 0])
    batch.start(seeds=[5, 2**63 - 1, 5])
    for state, seed in zip(batch.states, (5, 2**63 - 1, 5), strict=True):
        assert state.tobytes() == Match(game, seed=seed).state.tobytes()
    batch.step(batch.legal()[0][:, 0])
    batch.start()
    assert batch.seeds.tolist() == [5, 2**63 - 1, 5]
    assert batch.plies.tolist() == [0, 0, 0]


@pytest.mark.parametrize("n", [0, 1])
@each_game
def test_none_and_one(game: Game, n: int) -> None:
    batch = Batch(game, n)
    actions, counts = batch.legal()
    assert actions.shape == (n, game.setup.most_actions)
    assert counts.shape == batch.players.shape == (n,)
    assert batch.masks().shape == (n, action_space(game))
    assert batch.observe().shape == (n, *game.setup.planes)
    batch.step(actions[:, 0])
    assert batch.plies.tolist() == [1] * n
    assert batch.restart().tolist() == [False] * n
    assert len(playouts(game, n).winners) == len(batch) == n
    assert random_actions(game, n, 5).total == 5 * n


@any_game
def test_results_are_copies(game: Game) -> None:
    batch = Batch(game, 2)
    before = batch.states
    for array in (batch.states, batch.plies, batch.seeds, batch.players):
        array[...] = np.zeros(1, array.dtype)[0]
    assert batch.states.tobytes() == before.tobytes()
    assert batch.seeds.all()


@any_game
def test_a_limit_stops_playouts(game: Game) -> None:
    result = playouts(game, 30, limit=3, keep_states=True)
    assert result.plies.tolist() == [3] * 30
    assert result.winners.tolist() == [-1] * 30
    assert playouts(game, 30, limit=0).plies.tolist() == [0] * 30
    assert len(playouts(game, 30).states) == 0


BAD: list[tuple[str, Callable[[Game], Any]]] = [
    ("n is -1; it must be a whole number from 0 to", lambda game: Batch(game, -1)),
    ("n is 2.5; it must be", lambda game: Batch(game, 2.5)),  # type: ignore[arg-type]
    ("n is True; it must be", lambda game: playouts(game, True)),
    ("seed is -1; it must be", lambda game: Batch(game, 1, seed=-1)),
    ("seed is 9223372036854775808; it must be", lambda game: playouts(game, 1, seed=2**63)),
    ("threads is 0; it must be a whole number from 1", lambda game: Batch(game, 1, threads=0)),
    ("device is 'gpu'; it must be one of cpu, cuda", lambda game: Batch(game, 1, device="gpu")),
    ("layout is 'row'; it must be one of rows, columns", lambda game: Batch(game, 1, layout="row")),
    ("use_stream is for device 'cuda'; this batch is on 'cpu'", lambda game: Batch(game, 1).use_stream(3)),
    ("device is 'tpu'; it must be one of cpu, cuda", lambda game: random_actions(game, 1, 1, device="tpu")),
    ("actions_per_lane is 0; it must be a whole number from 1", lambda game: random_actions(game, 1, 0)),
    ("limit is -1; it must be", lambda game: playouts(game, 1, limit=-1)),
    ("player is 9; it must be a whole number from 0 to", lambda game: Batch(game, 1).observe(player=9)),
    ("actions are int64[3]; they must be 2 whole numbers", lambda game: Batch(game, 2).step([0, 0, 0])),
    ("actions are float64[2]; they must be", lambda game: Batch(game, 2).step([0.0, 1.0])),
    ("seeds are int64[1]; they must be 2 whole numbers", lambda game: Batch(game, 2).start(seeds=[1])),
    ("-4 is not a seed", lambda game: Batch(game, 2).start(seeds=[1, -4])),
]


@pytest.mark.parametrize(("message", "call"), BAD, ids=[message.split(";")[0] for message, _ in BAD])
@any_game
def test_bad_arguments_get_one_sentence(game: Game, message: str, call: Callable[[Game], Any]) -> None:
    with pytest.raises(DataError) as caught:
        call(game)
    assert str(caught.value).startswith(message)
    assert "\n" not in str(caught.value)


@pytest.mark.parametrize(
    ("name", "value", "hint"),
    [("PLAIN", True, "TABOR_JIT=0"), ("cuda", None, r"tabor\[gpu\]"), ("cuda", "absent", "no CUDA device")],
)
@any_game
def test_cuda_says_what_is_missing(
    game: Game, monkeypatch: pytest.MonkeyPatch, name: str, value: Any, hint: str
) -> None:
    class Absent:
        @staticmethod
        def is_available() -> bool:
            return False

    monkeypatch.setattr(cuda, "PLAIN", False)
    monkeypatch.setattr(cuda, name, Absent if value == "absent" else value)
    for call in (Batch, playouts):
        with pytest.raises(DataError, match=f"^device is 'cuda', but .*{hint}.*'cpu'$"):
            call(game, 1, device="cuda")


@given(st.integers(0, 3000), st.integers(1, 40), st.integers(1, 3000))
def test_pieces_cover_everything_once(n: int, threads: int, most: int) -> None:
    pieces = list(cut(n, threads, most))
    assert [i for piece in pieces for i in range(n)[piece]] == list(range(n))
    assert all(0 < piece.stop - piece.start <= most for piece in pieces)
    assert len(pieces) >= min(n, threads) // 2


@settings(deadline=None, max_examples=30)
@given(seed=st.integers(0, 2**63 - 1), data=st.data())
@any_game
def test_any_actions_at_all(game: Game, seed: int, data: st.DataObject) -> None:
    """Whatever integers are given, a game goes on by a legal one and ends by any other."""
    batch = Batch(game, 3, seed=seed, threads=1)
    for _ in range(6):
        actions, counts = batch.legal()
        listed = [row[:n].tolist() for row, n in zip(actions, counts, strict=True)]
        chosen = [data.draw(st.sampled_from([*legal, -1, 10**12])) for legal in listed]
        plies, was_done = batch.plies, batch.done
        batch.step(chosen)
        for i in range(3):
            is_legal = chosen[i] in listed[i]
            assert batch.plies[i] == plies[i] + is_legal
            if not is_legal and not was_done[i]:
                assert batch.reasons[i] == ILLEGAL


def test_plain_python_plays_the_same_games() -> None:
    """TABOR_JIT=0, in a process of its own."""
    code = (
        "from gpu.games import GAMES; from tabor.batch import playouts\n"
        "for game in GAMES.values():\n"
        "    print(playouts(game, 2, seed=6, keep_states=True).states.tobytes().hex())"
    )
    command = [sys.executable, "-c", code]
    environment = {**os.environ, "TABOR_JIT": "0", "PYTHONPATH": os.pathsep.join(sys.path)}
    done = subprocess.run(command, env=environment, capture_output=True, text=True, check=True)
    compiled = [playouts(game, 2, seed=6, keep_states=True).states.tobytes().hex() for game in GAMES.values()]
    assert done.stdout.split() == compiled
