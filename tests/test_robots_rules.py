"""The rules of Robots, sentence by sentence, in situations drawn by hand.

A drawn cell is a robot with its order, `B>` or `O*^`: blue or orange; `>` `<` `^` `v` moves, with `*` before it
attacks, `=` guards, `!` is a suicide. `.` is open ground. What comes of it is drawn with hit points: `B45`. All robots
begin with 50, and attacks deal 9.
"""

from __future__ import annotations

import sys
from collections import Counter
from typing import Any

import pytest

import tabor
from tabor.game import Game
from tabor.games import find
from tabor.games.robots import turn
from tabor.games.robots.numbers import RobotsSetup
from tabor.grid import cell_name, read_cell
from tabor.testing import check_sentences

CORNER = 6  # x and y where a drawing's upper left cell lies: open ground, seven cells each way
STEPS = {"^": (0, -1), ">": (1, 0), "v": (0, 1), "<": (-1, 0)}
HP = 50
CORNERS = {(x, y) for x in (3, 15) for y in (4, 14)}  # spawn cells

Robots = list[tuple[int, int, int, int]]


def read_drawing(rows: tuple[str, ...]) -> tuple[Robots, dict[Any, Any]]:
    robots, orders = [], {}
    for y, row in enumerate(rows, CORNER):
        for x, sign in enumerate(row.split(), CORNER):
            if sign != ".":
                robots.append((x, y, "BO".index(sign[0]), HP))
                orders[x, y] = read_order(sign[1:], x, y)
    return robots, orders


def read_order(sign: str, x: int, y: int) -> tuple[Any, ...]:
    if sign in ("=", "!"):
        return ("guard",) if sign == "=" else ("suicide",)
    dx, dy = STEPS[sign[-1]]
    return "attack" if sign[0] == "*" else "move", (x + dx, y + dy)


def after(*rows: str) -> list[str]:
    """The same cells after one turn."""
    robots, orders = read_drawing(rows)
    left = {(x, y): f"{'BO'[player]}{hp}" for x, y, player, hp in turn(robots, orders, attack=9)}
    width, height = len(rows[0].split()), len(rows)
    cells = [[left.pop((CORNER + x, CORNER + y), ".") for x in range(width)] for y in range(height)]
    assert not left, f"somebody left the drawing: {left}"
    return [" ".join(row) for row in cells]


def at(position: str, seed: int = 1, **changes: Any) -> tabor.Match:
    return tabor.Match(tabor.load("robots", rules=changes), seed=seed, position=position)


def facts(match: tabor.Match) -> dict[str, str]:
    return dict(part.split("=", 1) for part in match.position.split())


def robots_of(match: tabor.Match, seat: str) -> list[str]:
    """Cells and hit points, as in j10:50."""
    robots = facts(match)[seat]
    return [] if robots == "-" else [robot.rpartition(":")[0] for robot in robots.split(",")]


def play(match: tabor.Match, orders: str) -> tabor.Match:
    for order in orders.split():
        match.play(order)
    return match


# ---- S1 orders ----


def test_s1_a_robot_moves_and_attacks_to_four_sides_guards_or_blows_itself_up() -> None:
    orders = "j10-j11 j10-k10 j10-j9 j10-i10 j10*j11 j10*k10 j10*j9 j10*i10 j10= j10!"
    assert at("blue=j10 orange=b8").legal == orders.split()


def test_s1_no_order_goes_to_a_blocked_cell() -> None:
    match = at("blue=h18 orange=j10")  # h19 and g18 are blocked
    assert match.legal == ["h18-i18", "h18-h17", "h18*i18", "h18*h17", "h18=", "h18!"]


def test_s1_no_order_leaves_the_board() -> None:
    match = tabor.Match(tabor.load("robots", arena="pit"), position="blue=a5 orange=e5")
    assert match.legal == ["a5-a6", "a5-b5", "a5-a4", "a5*a6", "a5*b5", "a5*a4", "a5=", "a5!"]


def test_s1_what_cannot_be_done_or_was_not_ordered_is_a_guard() -> None:
    robots = [(9, 1, 0, 50), (9, 2, 1, 50)]  # (9, 0) is blocked
    for order in (("move", (9, 0)), ("attack", (9, 0)), ("move", (9, 1)), ("move", (11, 1)), ("attack", (-1, 0)), None):
        orders: dict[Any, Any] = {(9, 2): ("attack", (9, 1))} | ({(9, 1): order} if order else {})
        assert turn(robots, orders, attack=9) == [(9, 1, 0, 46), (9, 2, 1, 50)], order


def test_s1_robots_are_asked_one_by_one_blue_first_the_oldest_first() -> None:
    match = at("blue=c8:50:3,q9:50:7 orange=j10:50:0,k3:50:5")
    asked = []
    while match.ply < 4:
        asked.append(match.legal[0].partition("-")[0])
        match.play(f"{asked[-1]}=")
    assert asked == ["c8", "q9", "j10", "k3"]


def test_s1_nothing_happens_before_the_last_order() -> None:
    match = at("blue=i10,q9 orange=j10")
    before = facts(match)
    play(match, "i10*j10 q9-q10")
    assert [facts(match)[name] for name in ("blue", "orange", "turn")] == [
        before[name] for name in ("blue", "orange", "turn")
    ]
    match.play("j10=")
    assert facts(match)["turn"] == "2"
    assert robots_of(match, "blue") == ["i10:50", "q10:50"]


def test_s1_orders_are_hidden_from_the_other_side_and_from_spectators() -> None:
    orders = ("i10*j10", "i10-i11", "i10!", "i10=")
    matches = [play(at("blue=i10,q9 orange=j10"), order) for order in orders]
    for seat in (1, None):
        views = [match.view(seat) for match in matches]
        assert all(view == views[0] for view in views)
    badges = [match.view(0)["pieces"][0]["badges"][0]["text"] for match in matches]
    assert badges == ["*→", "↑", "!", "="]


def test_s1_a_side_without_robots_is_not_asked() -> None:
    assert facts(at("orange=j10 turn=3"))["player"] == "orange"
    match = play(at("blue=j10:5 orange=k10"), "j10-j11")
    assert facts(play(match, "k10-k11"))["player"] == "blue"
    match = play(at("blue=j10:5,b8 orange=k10 turn=3"), "j10! b8!")
    assert facts(play(match, "k10="))["player"] == "orange"
    assert facts(match)["turn"] == "4"


def test_s1_done_makes_all_others_of_that_side_guard() -> None:
    match = at("blue=i10,h9,c8 orange=j10,h10,k3")
    play(match, "i10*j10 done")
    assert facts(match)["orders"] == "i10*j10,h9=,c8="
    assert facts(match)["player"] == "orange"
    play(match, "done")
    assert facts(match)["turn"] == "2"
    assert robots_of(match, "orange")[1:] == ["h10:50", "k3:50"]


def test_s1_done_is_offered_while_more_than_one_waits() -> None:
    match = at("blue=i10,h9 orange=j10")
    assert "done" in match.legal
    match.play("i10=")
    assert "done" not in match.legal
    with pytest.raises(tabor.ActionError):
        match.play("done")


# ---- S2 who gets where ----


def test_s2_a_free_cell_is_entered() -> None:
    assert after("B> . .", ". Ov .", ". . .") == [". B50 .", ". . .", ". O50 ."]


def test_s2_a_train_moves() -> None:
    assert after(". B< O< B<") == ["B50 O50 B50 ."]


def test_s2_a_train_behind_a_stuck_robot_stands() -> None:
    assert after("B= B< B< B<") == ["B50 B50 B50 B50"]


def test_s2_a_train_follows_into_a_cell_that_is_attacked() -> None:
    assert after(". B< B<", ". O*^ .") == ["B50 B41 .", ". O50 ."]


def test_s2_friends_cannot_swap_either() -> None:
    assert after("B> B<") == ["B50 B50"]


def test_s2_rings_of_four_and_more_turn() -> None:
    assert after("B> Ov", "B^ O<") == ["B50 B50", "O50 O50"]
    assert after("B> O> Bv", "O^ B< O<") == ["O50 B50 O50", "B50 O50 B50"]


def test_s2_a_ring_with_a_stranger_at_its_door_stands() -> None:
    assert after(". B> Bv", "B> B^ B<") == [". B50 B50", "B50 B50 B50"]


def test_s2_being_stuck_is_passed_on_round_corners() -> None:
    assert after("B= B< .", ". B^ B<", ". . B^") == ["B50 B50 .", ". B50 B50", ". . B50"]


def test_s2_three_want_one_cell_and_nobody_gets_it() -> None:
    assert after(". Bv .", "B> . B<") == [". B50 .", "B50 . B50"]


def test_s2_one_who_leaves_makes_room_for_one_only() -> None:
    assert after("B> Bv .", ". . .") == [". B50 .", ". B50 ."]
    assert after("B> Bv B<", ". . .") == ["B50 . B50", ". B50 ."]


# ---- S3, S4 collisions ----


def test_s3_two_who_meet_on_a_free_cell_collide() -> None:
    assert after("O> . B<") == ["O45 . B45"]


def test_s3_two_who_bump_into_a_third_collide_with_it_alone() -> None:
    assert after("B> O*^ B<") == ["B45 O40 B45"]
    assert after("B> B*^ O<") == ["B50 B45 O45"]


def test_s3_swapping_is_one_collision() -> None:
    assert after("O> B<") == ["O45 B45"]


def test_s3_who_meets_where_somebody_has_left_collides_with_the_other_not_the_leaver() -> None:
    assert after("B> Ov O<", ". . .") == ["B45 . O45", ". O50 ."]


def test_s3_a_stuck_robot_collides_with_its_followers_too() -> None:
    assert after("O> . B< O< B<") == ["O45 . B40 O40 B45"]


def test_s3_at_a_crossing_everybody_collides_with_all_others() -> None:
    assert after("B> . O<", ". B^ .") == ["B45 . O40", ". B45 ."]


def test_s4_a_collision_hurts_both_enemies() -> None:
    assert after("B> O*v") == ["B45 O45"]


def test_s4_friends_do_not_hurt_each_other() -> None:
    assert after("B> B*v B<") == ["B50 B50 B50"]


def test_s4_a_guard_takes_no_harm_but_gives_it() -> None:
    assert after("B> O= B<", ". B^ .") == ["B45 O50 B45", ". B45 ."]


def test_s4_damage_is_taken_for_each_enemy() -> None:
    assert after(". Bv .", "B> O! B<", ". B^ .")[1].split()[0] == "B30"  # 5 and 15
    assert after(". Bv .", "B> O*< B<", ". B^ .")[1].split()[1] == "O30"


# ---- S5 blows ----


def test_s5_an_attack_hits_who_ends_there() -> None:
    assert after("B*> . O<") == ["B50 O41 ."]
    assert after("B*> O> .") == ["B50 . O50"]
    assert after("B*> O*^ .") == ["B50 O41 ."]


def test_s5_an_attack_hits_one_who_could_not_get_away() -> None:
    assert after("B*> O> O=") == ["B50 O41 O50"]


def test_s5_a_suicide_hits_all_enemies_beside_it() -> None:
    assert after(". O*^ .", "O*^ B! O*^", ". B*^ O*^") == [". O35 .", "O35 . O35", ". B50 O50"]


def test_s5_no_blow_hurts_a_friend() -> None:
    assert after("B*> B*v B!") == ["B50 B50 ."]


def test_s5_guarding_halves_each_blow_and_rounds_down() -> None:
    for damage, left in ((8, 46), (9, 46), (10, 45)):
        robots = [(9, 9, 0, 50), (10, 9, 1, 50)]
        assert turn(robots, {(9, 9): ("attack", (10, 9))}, attack=damage)[1][3] == left
    assert after("B! O=") == [". O43"]
    assert after("B*> O= B*<") == ["B50 O42 B50"]  # 4 and 4, not 9


def test_s5_a_stuck_mover_does_not_guard() -> None:
    assert after("B*> O> O=") == ["B50 O41 O50"]


def test_s5_the_dice_show_8_9_and_10_about_equally_often() -> None:
    robots = [(9, 9, 0, 50), (10, 9, 1, 50)]
    orders = {(9, 9): ("attack", (10, 9)), (10, 9): ("move", (10, 10))}
    assert all(turn(robots, orders)[0][3] == 50 for _ in range(5))
    seen: Counter[str] = Counter()
    for seed in range(300):
        match = play(at("blue=j10 orange=k10", seed), "j10*k10 k10*k11")
        seen[robots_of(match, "orange")[0]] += 1
    assert set(seen) == {"k10:42", "k10:41", "k10:40"}
    assert all(70 < count < 130 for count in seen.values())


def test_s5_every_attack_has_a_roll_of_its_own() -> None:
    position = "blue=j10,j12 orange=j11"
    left = {robots_of(play(at(position, seed), "j10*j11 j12*j11 j11*k11"), "orange")[0] for seed in range(60)}
    assert left == {f"j11:{50 - damage}" for damage in (16, 17, 18, 19, 20)}


# ---- S6 death ----


def test_s6_a_bomber_dies_whatever_it_had() -> None:
    assert after("B! .") == [". ."]


def test_s6_at_zero_a_robot_is_gone_and_at_one_it_is_not() -> None:
    orders = {(9, 9): ("attack", (10, 9)), (10, 9): ("attack", (10, 10))}
    assert turn([(9, 9, 0, 50), (10, 9, 1, 9)], orders, attack=9) == [(9, 9, 0, 50)]
    assert turn([(9, 9, 0, 50), (10, 9, 1, 10)], orders, attack=9)[1] == (10, 9, 1, 1)


def test_s6_the_dying_still_hit() -> None:
    robots = [(9, 9, 0, 1), (10, 9, 1, 1)]
    assert turn(robots, {(9, 9): ("attack", (10, 9)), (10, 9): ("attack", (9, 9))}) == []


def test_s6_the_dying_still_block_and_collide() -> None:
    robots = [(9, 9, 0, 1), (10, 9, 1, 50), (9, 10, 1, 50)]
    orders = {(9, 9): ("move", (9, 8)), (10, 9): ("move", (9, 9)), (9, 10): ("attack", (9, 9))}
    blocked = {**orders, (9, 9): ("attack", (8, 9))}
    assert turn(robots, orders, attack=9) == [(9, 8, 0, 1), (9, 9, 1, 50), (9, 10, 1, 50)]
    assert turn(robots, blocked, attack=9) == [(9, 10, 1, 50), (10, 9, 1, 45)]


def test_s6_a_suicide_after_a_deadly_collision_still_goes_off() -> None:
    robots = [(9, 9, 0, 3), (10, 9, 1, 50)]
    assert turn(robots, {(9, 9): ("suicide",), (10, 9): ("move", (9, 9))}) == [(10, 9, 1, 30)]


# ---- the table of the rules ----

CASES: dict[str, tuple[Robots, dict[Any, Any], Robots]] = {
    "both to a free cell": (
        [(10, 10, 0, 50), (8, 10, 1, 50)],
        {(10, 10): ("move", (9, 10)), (8, 10): ("move", (9, 10))},
        [(8, 10, 1, 45), (10, 10, 0, 45)],
    ),
    "into a guard": (
        [(10, 10, 0, 50), (9, 10, 1, 50)],
        {(10, 10): ("move", (9, 10)), (9, 10): ("guard",)},
        [(9, 10, 1, 50), (10, 10, 0, 45)],
    ),
    "train": (
        [(10, 10, 0, 50), (11, 10, 0, 50), (12, 10, 0, 50)],
        {(x, 10): ("move", (x - 1, 10)) for x in (10, 11, 12)},
        [(9, 10, 0, 50), (10, 10, 0, 50), (11, 10, 0, 50)],
    ),
    "chain of four": (
        [(10, 10, 0, 50), (11, 10, 1, 50), (12, 10, 0, 50), (8, 10, 1, 50)],
        {**{(x, 10): ("move", (x - 1, 10)) for x in (10, 11, 12)}, (8, 10): ("move", (9, 10))},
        [(8, 10, 1, 45), (10, 10, 0, 40), (11, 10, 1, 40), (12, 10, 0, 45)],
    ),
    "swap": (
        [(9, 9, 0, 50), (8, 9, 1, 50)],
        {(9, 9): ("move", (8, 9)), (8, 9): ("move", (9, 9))},
        [(8, 9, 1, 45), (9, 9, 0, 45)],
    ),
    "ring": (
        [(8, 8, 0, 50), (9, 8, 1, 50), (9, 9, 0, 50), (8, 9, 1, 50)],
        {(8, 8): ("move", (9, 8)), (9, 8): ("move", (9, 9)), (9, 9): ("move", (8, 9)), (8, 9): ("move", (8, 8))},
        [(8, 8, 1, 50), (8, 9, 0, 50), (9, 8, 0, 50), (9, 9, 1, 50)],
    ),
    "two meetings": (
        [(9, 10, 0, 50), (9, 12, 1, 50), (9, 11, 0, 50), (11, 11, 1, 50)],
        {
            (9, 10): ("move", (9, 11)),
            (9, 12): ("move", (9, 11)),
            (9, 11): ("move", (10, 11)),
            (11, 11): ("move", (10, 11)),
        },
        [(9, 10, 0, 50), (9, 11, 0, 40), (9, 12, 1, 45), (11, 11, 1, 45)],
    ),
    "three on a free cell": (
        [(9, 10, 0, 50), (10, 11, 0, 50), (11, 10, 1, 50)],
        dict.fromkeys(((9, 10), (10, 11), (11, 10)), ("move", (10, 10))),
        [(9, 10, 0, 45), (10, 11, 0, 45), (11, 10, 1, 40)],
    ),
    "into a suicide": (
        [(9, 10, 0, 50), (10, 10, 1, 50)],
        {(9, 10): ("suicide",), (10, 10): ("move", (9, 10))},
        [(10, 10, 1, 30)],
    ),
}


@pytest.mark.parametrize(("robots", "orders", "expected"), CASES.values(), ids=CASES.keys())
def test_s4_the_cases_of_the_table(robots: Robots, orders: dict[Any, Any], expected: Robots) -> None:
    assert turn(robots, orders) == expected
    other_way = [(x, y, 1 - player, hp) for x, y, player, hp in reversed(robots)]
    assert turn(other_way, orders) == [(x, y, 1 - player, hp) for x, y, player, hp in expected]


# ---- S7 batches ----

SPAWN_CELL, OPEN_CELL = "h18", "j10"


def cells_of(match: tabor.Match, seat: str) -> list[str]:
    return [robot.partition(":")[0] for robot in robots_of(match, seat)]


def ids_of(match: tabor.Match, seat: str) -> list[int]:
    return [int(robot.rpartition(":")[2]) for robot in facts(match)[seat].split(",")]


def reflected(game: Game, cell: str) -> str:
    setup = game.setup
    assert isinstance(setup, RobotsSetup)
    number = read_cell(cell, setup.width, setup.height)
    return cell_name(setup.width * setup.height - 1 - number, setup.width)


def ground_of(game: Game, cell: str) -> str:
    return ".#S"[int(game.rules["ground"][read_cell(cell, 19, 19)])]


def test_s7_whoever_stands_on_a_spawn_cell_dies_in_turns_that_ten_divides() -> None:
    for number, dies in ((9, False), (10, True), (11, False), (20, True)):
        match = play(at(f"turn={number} blue={SPAWN_CELL},{OPEN_CELL} orange=b9:3"), "h18= j10= b9=")
        assert (facts(match)["blue"].split(",")[0] != "h18:50:0") == dies, number
        assert ("b9:3" not in robots_of(match, "orange")) == dies
        assert "j10:50" in robots_of(match, "blue")


def test_s7_stepping_off_saves_and_stepping_on_kills() -> None:
    match = play(at("turn=10 blue=h18,j17 orange=j10"), "h18-h17 j17-j18 j10=")
    assert robots_of(match, "blue")[0] == "h17:50"
    assert ids_of(match, "blue") == [0, 3, 4, 5, 6, 7]  # 1 is dead, 2 is orange's, the rest is the batch


def test_s7_five_new_robots_each_appear_on_spawn_cells() -> None:
    match = play(at("turn=10 blue=j10:7 orange=j12:8"), "j10= j12=")
    for seat, kept in (("blue", "j10:7"), ("orange", "j12:8")):
        robots = robots_of(match, seat)
        assert robots[0] == kept
        assert [robot.partition(":")[2] for robot in robots[1:]] == ["50"] * 5
        assert all(ground_of(match.game, cell) == "S" for cell in cells_of(match, seat)[1:])


def test_s7_nobody_appears_in_other_turns() -> None:
    match = play(at("turn=11 blue=j10 orange=j12"), "j10= j12=")
    assert (robots_of(match, "blue"), robots_of(match, "orange")) == (["j10:50"], ["j12:50"])


def test_s7_oranges_cells_are_blues_turned_half_around() -> None:
    game = tabor.load("robots")
    firsts = []
    for seed in range(40):
        match = tabor.Match(game, seed=seed)
        blue, orange = cells_of(match, "blue"), cells_of(match, "orange")
        assert [reflected(game, cell) for cell in blue] == orange
        assert len({*blue, *orange}) == 10
        firsts += blue
    assert len(set(firsts)) > 40  # of 48: any spawn cell may be blue's


def test_s7_every_spawn_cell_is_as_likely() -> None:
    game = tabor.load("robots")
    seen = Counter(cell for seed in range(1000) for cell in cells_of(tabor.Match(game, seed=seed), "blue"))
    assert len(seen) == 48
    assert all(60 < count < 155 for count in seen.values())  # 104 expected, 9.7 the standard deviation


def test_s7_free_spawning_draws_all_ten_at_random() -> None:
    game = tabor.load("robots", rules={"spawn": {"symmetric": False}})
    mirrored = 0
    for seed in range(40):
        match = tabor.Match(game, seed=seed)
        blue, orange = cells_of(match, "blue"), cells_of(match, "orange")
        assert len({*blue, *orange}) == 10
        assert all(ground_of(game, cell) == "S" for cell in [*blue, *orange])
        mirrored += sum(reflected(game, cell) in orange for cell in blue)
    assert mirrored < 60  # of 200; about 21 by chance


def test_s7_new_robots_are_younger_and_blues_come_first() -> None:
    match = play(at("turn=10 blue=j10:50:4 orange=j12:50:2 appeared=10"), "j10= j12=")
    assert ids_of(match, "blue") == [4, 10, 11, 12, 13, 14]
    assert ids_of(match, "orange") == [2, 15, 16, 17, 18, 19]


def test_s7_the_situation_tool_leaves_batches_out_unless_asked() -> None:
    robots = [(7, 1, 0, 50), (9, 9, 1, 50)]  # (7, 1) is a spawn cell
    assert turn(robots, {}, turn=10) == robots
    found = turn(robots, {}, turn=10, spawn=True)
    assert (9, 9, 1, 50) in found
    assert len(found) == 11
    assert turn(robots, {}, turn=11, spawn=True) == robots
    assert len(turn([], {}, turn=20, spawn=True)) == len(turn([], {}, turn=0, spawn=True)) == 10
    assert turn([], {}, turn=3, spawn=True) == turn([], {}) == []


# ---- S8 the course of a game ----


def test_s8_a_game_begins_in_turn_1_with_the_first_batch() -> None:
    match = tabor.Match(tabor.load("robots"), seed=3)
    assert (facts(match)["turn"], facts(match)["player"], facts(match)["appeared"]) == ("1", "blue", "10")
    assert len(robots_of(match, "blue")) == len(robots_of(match, "orange")) == 5


def test_s8_turns_are_counted_and_batches_come_until_turn_90() -> None:
    match = tabor.Match(tabor.load("robots"), seed=3)
    turns: list[int] = []
    appeared: dict[int, int] = {}
    while match.outcome is None:
        turns.append(int(facts(match)["turn"]))
        appeared[turns[-1]] = int(facts(match)["appeared"])
        match.play("done" if "done" in match.legal else next(text for text in match.legal if text.endswith("=")))
    assert sorted(set(turns)) == list(range(1, 100))  # decided 99 times
    assert [number for number in range(2, 100) if appeared[number] > appeared[number - 1]] == list(range(11, 92, 10))
    assert facts(match)["turn"] == "100"
    assert facts(match)["appeared"] == "100"


@pytest.mark.parametrize(
    ("blue", "orange", "winner"), [("j10", "j12:1", None), ("j10:1,c8:1", "j12", 0), ("j10", "j12:1,c8:1", 1)]
)
def test_s8_more_robots_win_whatever_their_hit_points(blue: str, orange: str, winner: int | None) -> None:
    match = at(f"turn=99 blue={blue} orange={orange}")
    while match.outcome is None:
        match.play(next(text for text in match.legal if text.endswith("=")))
    assert match.outcome == tabor.Outcome(winner, "all-turns")


def test_s8_the_last_turn_is_fought_before_robots_are_counted() -> None:
    match = play(at("turn=99 blue=j10,c8 orange=k10:8,b9:8"), "j10*k10 c8= k10*k11 b9=")
    assert match.outcome == tabor.Outcome(0, "all-turns")


def test_s8_empty_turns_pass_until_the_next_batch() -> None:
    match = play(at("turn=3 blue=j10:5 orange=k10:5"), "j10! k10!")
    assert (facts(match)["turn"], facts(match)["player"]) == ("11", "blue")
    assert len(robots_of(match, "blue")) == len(robots_of(match, "orange")) == 5


def test_s8_an_arena_that_stays_empty_ends_in_a_draw() -> None:
    match = play(at("turn=93 blue=j10:5 orange=k10:5"), "j10! k10!")
    assert match.outcome == tabor.Outcome(None, "all-turns")


def test_every_sentence_has_a_test() -> None:
    check_sentences(find("robots"), sys.modules[__name__])


# ---- the limit ----


def test_a_full_arena_gets_as_many_new_robots_as_there_is_room_for() -> None:
    crowd = [(x, y, x % 2, 50) for x in range(3, 16) for y in range(4, 15) if (x, y) not in CORNERS][:125]
    assert len(crowd) == 125
    found = turn(crowd, {}, turn=10, spawn=True)
    assert len(found) == 127
    assert set(crowd) <= set(found)
