"""RobotGame bots as they are: what they see, how they are asked, and what happens to answers that are none (S9-S12)."""

from __future__ import annotations

import copy
import json
import math
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

from tabor.games.robots.robotgame import adapter
from tabor.games.robots.robotgame.starter import STARTER

ARENA = """
###################
#######SSSSS#######
#####SS.....SS#####
###SS.........SS###
###S...........S###
##S.............S##
##S.............S##
#S...............S#
#S...............S#
#S...............S#
#S...............S#
#S...............S#
##S.............S##
##S.............S##
###S...........S###
###SS.........SS###
#####SS.....SS#####
#######SSSSS#######
###################
""".strip().split("\n")


def cells(sign: str) -> list[list[int]]:
    return [[x, y] for y, row in enumerate(ARENA) for x, found in enumerate(row) if found == sign]


FACTS: dict[str, Any] = {
    "settings": {
        "board_size": 19, "spawn_every": 10, "spawn_per_player": 5, "robot_hp": 50, "attack_range": [8, 10],
        "collision_damage": 5, "suicide_damage": 15, "max_turns": 100, "player_count": 2,
        "spawn_coords": cells("S"), "obstacles": cells("#"),
    }
}  # fmt: skip
GUARD = "import rg\nclass Robot:\n    def act(self, game):\n        return ['guard']\n"


class Late(BaseException):
    """What the runner raises inside a bot whose time is over."""


@contextmanager
def limit(seconds: float) -> Iterator[None]:
    def ring(*_: Any) -> None:
        raise Late

    signal.signal(signal.SIGALRM, ring)
    signal.setitimer(signal.ITIMER_REAL, seconds, 0.05)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)


@pytest.fixture(autouse=True)
def modules_restored() -> Iterator[None]:
    """Loading a bot puts modules into sys.modules, which is right in the bot's process and not here."""
    yield
    for name in ("bot", "rg", "rgkit", "rgkit.rg", "rgkit.settings"):
        sys.modules.pop(name, None)


def load(source: str, **facts: Any) -> adapter.Bot:
    return adapter.load(source, "my/bot.py", {**FACTS, **facts})


def acting(body: str, before: str = "") -> adapter.Bot:
    """A bot whose act has this body."""
    lines = "".join(f"        {line}\n" for line in body.splitlines())
    return load(f"import rg\n{before}\nclass Robot:\n    def act(self, game):\n{lines}")


def message(*robots: list[Any], turn: int = 1, seed: int = 7, player: int = 0) -> dict[str, Any]:
    return {"turn": turn, "seed": seed, "player": player, "robots": list(robots)}


def ask(bot: adapter.Bot, *robots: list[Any], **more: Any) -> dict[str, Any]:
    """The answer, after the way through JSON that it takes to the host."""
    answer: dict[str, Any] = json.loads(json.dumps(adapter.answer(bot, message(*robots, **more), limit)))
    return answer


ME = [9, 5, 50, 0, 3]  # x, y, hp, player_id, robot_id


# ---- being asked (S9) ----


def test_s9_each_form_of_an_order() -> None:
    body = """return {3: ['move', (9, 6)], 4: ('attack', [5, 4]), 5: ['guard'], 6: ('suicide',)}[self.robot_id]"""
    answer = ask(acting(body), ME, [5, 5, 50, 0, 4], [6, 9, 50, 0, 5], [7, 9, 50, 0, 6])
    assert answer == {"orders": [[3, "move", 9, 6], [4, "attack", 5, 4], [5, "guard"], [6, "suicide"]], "problems": []}


def test_s9_own_robots_are_asked_in_the_order_of_their_ids() -> None:
    bot = acting("asked.append(self.robot_id)\nreturn ['guard']", before="asked = []")
    answer = ask(bot, [9, 5, 50, 0, 12], [9, 6, 50, 1, None], [9, 7, 50, 0, 2], [9, 9, 50, 0, 7])
    assert [order[0] for order in answer["orders"]] == [2, 7, 12]
    assert sys.modules["bot"].asked == [2, 7, 12]


def test_s9_a_robot_knows_its_place_hp_player_and_id() -> None:
    bot = acting("seen.append((self.location, self.hp, self.player_id, self.robot_id))\nreturn ['guard']", "seen = []")
    ask(bot, [4, 9, 31, 1, 8], [9, 5, 7, 1, 9], player=1)
    assert sys.modules["bot"].seen == [((4, 9), 31, 1, 8), ((9, 5), 7, 1, 9)]


def test_s9_one_instance_keeps_its_memory_and_a_new_game_has_none() -> None:
    source = """
import rg
total = 0
class Robot:
    def __init__(self):
        self.calls = 0
    def act(self, game):
        global total
        total += 1
        self.calls += 1
        rg.settings.board_size += 1
        return ['move', rg.locs_around(self.location)[(self.calls + total) % 4]]
"""
    first = load(source)
    turns = [ask(first, ME, [9, 9, 50, 0, 4], turn=turn)["orders"] for turn in (1, 2)]
    assert turns[0] == [[3, "move", 9, 4], [4, "move", 9, 10]]  # 2 and 4 calls, of four cells
    assert turns[1] == [[3, "move", 9, 4], [4, "move", 9, 10]]  # 6 and 8
    assert sys.modules["bot"].total == 4
    again = load(source)
    assert sys.modules["bot"].total == 0
    assert again.robot.calls == 0
    assert sys.modules["rg"].settings.board_size == 19


def test_s9_the_same_seed_gives_the_same_orders() -> None:
    source = """
import random, rg
class Robot:
    def act(self, game):
        return ['attack', random.choice(rg.locs_around(self.location))]
"""
    row = [[5 + i, 9, 50, 0, i] for i in range(9)]
    one, two, other = (ask(load(source), *row, seed=seed)["orders"] for seed in (5, 5, 6))
    assert one == two
    assert one != other
    steps = {(x - 5 - i, y - 9) for i, _, x, y in one}
    assert len(steps) > 1  # each robot has a seed of its own


def test_s9_random_is_seeded_though_it_is_imported_late_or_in_secret() -> None:
    for hidden in (
        "import random as dice",
        "dice = __import__('ran' + 'dom')",
        "exec('import ran' 'dom as dice', globals())",
    ):
        body = f"{hidden}\nreturn ['attack', dice.choice(rg.locs_around(self.location))]"
        row = [[5 + i, 9, 50, 0, i] for i in range(9)]
        assert ask(acting(body), *row) == ask(acting(body), *row)


# ---- what a bot sees (S10) ----


@pytest.mark.parametrize(
    "claim",
    [
        "game.turn == 4 and game['turn'] == 4 and game.get('turn') == 4",
        "game.seed == 7 and game['seed'] == 7",
        "'robots' in game and 'nothing' not in game and game.get('nothing') is None",
        "sorted(game) == ['robots', 'seed', 'turn'] and len(game.items()) == 3",
        "set(game.robots) == {(9, 5), (9, 6), (12, 9)}",
        "game.robots[9, 6].hp == 20 and game['robots'][(9, 6)]['hp'] == 20",
        "game.robots[9, 6].location == (9, 6) and type(game.robots[9, 6]['location']) is tuple",
        "game.robots.get((0, 0)) is None and (9, 6) in game.robots",
        "game.robots[9, 5].robot_id == 3 and game.robots[9, 5].get('robot_id') == 3",
        "'robot_id' not in game.robots[9, 6] and not hasattr(game.robots[9, 6], 'robot_id')",
        "getattr(game.robots[9, 6], 'robot_id', None) is None and hasattr(game.robots[9, 5], 'robot_id')",
        "sorted(game.robots[9, 6].items()) == [('hp', 20), ('location', (9, 6)), ('player_id', 1)]",
        "[loc for loc, bot in game.robots.items() if bot.player_id != self.player_id] == [(9, 6), (12, 9)]",
        "copy.deepcopy(game).robots[9, 6].hp == 20 and copy.copy(game).turn == 4",
        "dict(game.robots[9, 6], hp=1) == {'hp': 1, 'location': (9, 6), 'player_id': 1}",
    ],
)
def test_s10_the_game_by_attribute_and_by_key(claim: str) -> None:
    bot = acting(f"assert {claim}\nreturn ['suicide']", before="import copy")
    answer = ask(bot, ME, [9, 6, 20, 1, None], [12, 9, 45, 1, None], turn=4)
    assert answer == {"orders": [[3, "suicide"]], "problems": []}


def test_s10_what_a_bot_does_to_the_game_is_gone_in_the_next_turn() -> None:
    body = """
if game.turn == 1:
    game.robots[9, 6].hp = 1
    game.robots[9, 6]['mark'] = game.mark = 'seen'
    del game.robots[12, 9]
    return ['guard']
assert game.robots[9, 6].hp == 20 and 'mark' not in game.robots[9, 6] and (12, 9) in game.robots
assert not hasattr(game, 'mark')
return ['suicide']
"""
    bot = acting(body.strip())
    robots = (ME, [9, 6, 20, 1, None], [12, 9, 45, 1, None])
    assert ask(bot, *robots)["problems"] == []
    assert ask(bot, *robots, turn=2) == {"orders": [[3, "suicide"]], "problems": []}


def test_s10_a_bot_cannot_move_its_robots_by_changing_the_game() -> None:
    bot = acting("game.robots.clear()\nself.location = (1, 9)\nreturn ['move', (2, 9)]")
    answer = ask(bot, ME, [10, 5, 50, 0, 4])
    assert answer["orders"] == [[3, "guard"], [4, "guard"]]
    assert "(9, 5)" in answer["problems"][0][1]


# ---- the module rg (S11) ----


@pytest.fixture
def rg() -> Any:
    load(GUARD)
    return sys.modules["rg"]


def test_s11_distances(rg: Any) -> None:
    assert rg.dist((1, 1), (4, 5)) == 5.0
    assert rg.dist((0, 0), (1, 1)) == pytest.approx(math.sqrt(2))
    assert rg.wdist((1, 1), (4, 5)) == 7
    assert rg.wdist((4, 5), (1, 1)) == 7


@pytest.mark.parametrize(
    ("loc", "types"),
    [
        ((9, 9), {"normal"}),
        ((7, 1), {"normal", "spawn"}),
        ((0, 0), {"normal", "obstacle"}),
        ((-1, 5), {"invalid"}),
        ((5, 19), {"invalid"}),
        ([9, 9], {"normal"}),
        ((7.0, 1.0), {"normal", "spawn"}),
        ((7.5, 3), {"normal"}),
    ],
)
def test_s11_types_of_cells(rg: Any, loc: Any, types: set[str]) -> None:
    assert rg.loc_types(loc) == types
    rg.loc_types(loc).clear()  # it is the bot's own copy
    assert rg.loc_types(loc) == types


@pytest.mark.parametrize(
    ("loc", "unwanted", "around"),
    [
        ((9, 9), None, [(9, 10), (10, 9), (9, 8), (8, 9)]),
        ((0, 0), None, [(0, 1), (1, 0), (0, -1), (-1, 0)]),
        ((0, 0), ("invalid",), [(0, 1), (1, 0)]),
        ((7, 1), ("invalid", "obstacle"), [(7, 2), (8, 1)]),
        ((7, 1), ["spawn", "obstacle"], [(7, 2)]),
        ((7, 1), ("normal",), []),
        ((0, 0), "invalid", [(0, 1), (1, 0), (0, -1), (-1, 0)]),  # a set of letters: it filtered nothing, ever
    ],
)
def test_s11_cells_around(rg: Any, loc: Any, unwanted: Any, around: Any) -> None:
    assert rg.locs_around(loc, filter_out=unwanted) == around


@pytest.mark.parametrize(
    ("start", "end", "step"),
    [
        ((5, 9), (9, 9), (6, 9)),
        ((9, 5), (9, 9), (9, 6)),
        ((9, 14), (9, 9), (9, 13)),
        ((5, 5), (9, 9), (6, 5)),  # a tie goes to x
        ((5, 4), (9, 9), (5, 5)),
        ((9, 9), (9, 9), (9, 9)),
        ((3, 3), (0, 2), (3, 2)),  # (2, 3) is an obstacle: the other axis, whatever is there
        ((5, 2), (4, 0), (4, 2)),  # (5, 1) is an obstacle
    ],
)
def test_s11_a_step_towards(rg: Any, start: Any, end: Any, step: Any) -> None:
    assert rg.toward(start, end) == step


def test_s11_settings_by_attribute_and_by_key(rg: Any) -> None:
    assert rg.CENTER_POINT == (9, 9)
    assert rg.settings.spawn_every == rg.settings["spawn_every"] == 10
    assert rg.settings.attack_range == (8, 10)
    assert len(rg.settings.spawn_coords) == 48
    assert len(rg.settings["obstacles"]) == 136
    assert (7, 1) in rg.settings.spawn_coords
    assert (0, 0) in rg.settings.obstacles
    numbers = ("board_size", "spawn_per_player", "robot_hp", "collision_damage", "suicide_damage", "max_turns")
    assert [rg.settings[name] for name in numbers] == [19, 5, 50, 5, 15, 100]
    assert rg.settings.player_count == 2


def test_s11_the_other_ways_to_import_it() -> None:
    bot = load("from rgkit import rg\nimport rgkit.rg as other\nfrom rgkit.settings import settings\n" + GUARD)
    module = sys.modules["bot"]
    assert module.rg is module.other is sys.modules["rg"]
    assert module.settings.board_size == 19
    assert ask(bot, ME)["problems"] == []


def test_another_arena() -> None:
    settings = {**FACTS["settings"], "board_size": 5, "obstacles": [[0, 0], [2, 1]], "spawn_coords": [[4, 4]]}
    bot = load(
        "import rg\nclass Robot:\n    def act(self, game):\n        return ['move', (2, 1)]\n", settings=settings
    )
    assert sys.modules["rg"].CENTER_POINT == (2, 2)
    assert ask(bot, [2, 2, 50, 0, 0]) == {
        "orders": [[0, "guard"]],
        "problems": [[0, "act returned ['move', (2, 1)], but nobody can enter that cell"]],
    }


# ---- loading ----


@pytest.mark.parametrize(
    ("source", "error", "words"),
    [
        ("x = 1\n", TypeError, r"my/bot\.py has no class Robot"),
        ("Robot = 7\n", TypeError, r"my/bot\.py has no class Robot"),
        ("class Robot:\n    pass\n", TypeError, r"class Robot has no method act\(self, game\)"),
        ("import helper_of_mine\n" + GUARD, ImportError, r"helper_of_mine.*one file.*standard library"),
        ("from . import plans\n" + GUARD, ImportError, r"one file"),
        ("from .plans import best\n" + GUARD, ImportError, r"one file"),
        ("raise SystemExit\n", RuntimeError, r"called sys\.exit"),
        ("1 / 0\n" + GUARD, ZeroDivisionError, r"division"),
        ("class Robot\n", SyntaxError, r"expected ':'"),
        ("class Robot:\n    def __init__(self, x): pass\n    def act(self, game): pass\n", TypeError, r"__init__"),
    ],
)
def test_a_file_that_cannot_be_loaded(source: str, error: type[Exception], words: str) -> None:
    with pytest.raises(error, match=words):
        load(source)


def test_a_bot_is_a_module_but_not_the_main_program() -> None:
    source = "from dataclasses import dataclass\n@dataclass\nclass Plan:\n    x: 'int' = 1\n"
    load(source + "if __name__ == '__main__':\n    raise SystemExit\n" + GUARD)
    assert sys.modules["bot"].Plan().x == 1
    assert sys.modules["bot"].__file__ == "my/bot.py"


def test_runs_with_the_standard_library_alone() -> None:
    """As the runner starts it: no site-packages, nothing of this project in reach."""
    program = """
import contextlib, json, sys
source, given = open(sys.argv[1]).read(), json.load(sys.stdin)
names = {"__name__": "adapter"}
exec(compile(source, sys.argv[1], "exec"), names)
bot = names["load"](given["source"], "bot.py", given["facts"])
print(json.dumps(names["answer"](bot, given["message"], lambda seconds: contextlib.nullcontext())))
"""
    given = {"source": STARTER, "facts": FACTS, "message": message(ME, [9, 6, 20, 1, None])}
    done = subprocess.run(
        [sys.executable, "-I", "-S", "-c", program, str(Path(adapter.__file__))],
        input=json.dumps(given), capture_output=True, text=True, check=True,
    )  # fmt: skip
    assert json.loads(done.stdout) == {"orders": [[3, "attack", 9, 6]], "problems": []}


# ---- answers that are none (S1) ----

EVIL = """
import numpy as np
class Evil:
    def fail(self, *args): raise RuntimeError('evil')
    __eq__ = __iter__ = __getitem__ = __len__ = __repr__ = __str__ = __int__ = __index__ = __bool__ = fail
    __hash__ = __float__ = __format__ = __lt__ = __call__ = __contains__ = fail
class EvilList(list):
    __iter__ = __getitem__ = __len__ = __repr__ = __eq__ = __bool__ = Evil.fail
class EvilStr(str):
    __eq__ = __repr__ = __str__ = __len__ = __bool__ = Evil.fail
    __hash__ = str.__hash__
class EvilInt(int):
    __eq__ = __repr__ = __sub__ = __rsub__ = __index__ = __int__ = __abs__ = Evil.fail
    __hash__ = int.__hash__
class Liar:
    __class__ = list
class Meta(type):
    __name__ = property(lambda cls: 1 / 0)
class Nameless(metaclass=Meta):
    pass
def deep(n):
    x = []
    for i in range(n): x = [x]
    return x
def forever():
    while True: yield 'move'
loop = []; loop.append(loop)
nan = float('nan'); inf = float('inf')
"""
NO_ANSWERS = [
    "None", "True", "False", "0", "1", "-1", "3.5", "nan", "inf", "1j", "10**5000", "-10**400",
    "''", "'guard'", "'move'", "b'guard'", "u'suicide'", "()", "[]", "{}", "set()", "{'guard'}", "{'move': (9, 6)}",
    "[None]", "[0]", "[[]]", "[()]", "[b'guard']", "['']", "['Guard']", "['GUARD']", "[' guard']", "['guard ']",
    "['stay']", "['mov', (9, 6)]", "['move ', (9, 6)]", "[['guard']]", "(('move', (9, 6)),)", "['m' * 10**6]",
    "['move']", "['attack']", "['move', None]", "['move', ()]", "['move', 9]", "['move', 9, 6]", "['move', '96']",
    "['move', (9,)]", "['move', (9, 6, 0)]", "['move', {9: 6}]", "['move', {9, 6}]",
    "['move', (None, None)]", "['move', ('9', '6')]", "['move', (9, '6')]", "['move', (9.5, 6)]", "['move', (9, 6.5)]",
    "['move', (nan, 6)]", "['move', (9, nan)]", "['move', (inf, 6)]", "['move', (9, -inf)]", "['move', (9j, 6)]",
    "['move', ((9, 6), (9, 6))]", "['move', b'96']", "['move', range(2)]", "['move', iter((9, 6))]",
    "['move', (10**400, 6)]", "['move', (9, -10**5000)]", "['move', (1e300, 6)]", "['move', (9, 6 + 2**64)]",
    "['move', (9, 5)]", "['move', self.location]", "['move', (9, 7)]", "['move', (10, 6)]", "['move', (8, 4)]",
    "['attack', (9, 5)]", "['attack', (11, 5)]", "['attack', (-9, -6)]", "['attack', (0, 0)]", "['attack', (18, 18)]",
    "['move', (19, 5)]", "['move', (-1, 5)]", "['attack', (9, 10**9)]", "['move', rg.CENTER_POINT]",
    "lambda: ['guard']", "Robot", "self", "self.act", "game", "rg", "print", "type", "object()",
    "NotImplemented", "...",
    "forever()", "(x for x in ['guard'])", "iter(['guard'])", "map(str, ['guard'])", "range(10**12)", "deep(3)",
    "deep(900)", "deep(100000)", "['move', deep(100000)]", "[deep(100000), (9, 6)]", "loop", "['move', loop]",
    "memoryview(b'guard')", "bytearray(b'guard')", "__import__('collections').deque(['guard'])",
    "__import__('collections').UserList(['guard'])", "__import__('decimal').Decimal(1)",
    "['move', (__import__('decimal').Decimal(9), 6)]", "['move', (__import__('fractions').Fraction(9), 6)]",
    "Evil()", "Evil", "[Evil()]", "(Evil(), Evil())", "['move', Evil()]", "['move', (Evil(), 6)]",
    "['move', (9, Evil())]", "EvilList()", "EvilList(['stay'])", "EvilList(['move', (9, 7)])",
    "['move', EvilList([9, 7])]", "[EvilStr('stay')]", "['move', (EvilInt(9), 7)]",
    "['move', (EvilInt(-5), EvilInt(7))]",
    "Liar()", "['move', Liar()]", "Nameless()", "[Nameless()]", "['move', (Nameless(), 6)]", "Exception('x')",
    "type('Late', (BaseException,), {})()", "__import__('threading').Lock()", "__builtins__", "'\\udcff'",
    "['\\udcff']",
]  # fmt: skip


def test_there_are_enough_answers_that_are_none() -> None:
    assert len(set(NO_ANSWERS)) == len(NO_ANSWERS) > 120


@pytest.mark.parametrize("value", NO_ANSWERS)
def test_s1_an_answer_that_is_no_order_is_a_guard(value: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(adapter, "FIRST", 60.0)  # not a matter of time, on however busy a machine
    bot = acting(f"return ({value}) if self.robot_id == 3 else ['suicide']", before=EVIL)
    answer = ask(bot, ME, [4, 9, 50, 0, 5])
    assert answer["orders"] == [[3, "guard"], [5, "suicide"]]
    [[robot_id, text]] = answer["problems"]
    assert robot_id == 3
    assert "evil" not in text  # nothing of the bot's was called
    assert 10 < len(text) <= adapter.KEPT
    assert text.startswith("act returned ")


@pytest.mark.parametrize(
    ("value", "order"),
    [
        ("['move', (9.0, 6.0)]", ["move", 9, 6]),
        ("('attack', [10, 5])", ["attack", 10, 5]),
        ("['move', EvilList([9, 6])]", ["move", 9, 6]),
        ("EvilList(['suicide'])", ["suicide"]),
        ("[EvilStr('suicide')]", ["suicide"]),
        ("['suicide', (9, 6)]", ["suicide"]),
        ("['suicide', Evil()]", ["suicide"]),
        ("['guard'] * 10**5", ["guard"]),
        ("['move', (9, 6), 'and more']", ["move", 9, 6]),
        ("['move', np.array([9, 6])]", ["move", 9, 6]),
        ("['attack', (np.int64(9), np.int16(6))]", ["attack", 9, 6]),
        ("['attack', (EvilInt(9), EvilInt(6))]", ["attack", 9, 6]),
        ("__import__('collections').namedtuple('Order', 'kind cell')('move', (8, 5))", ["move", 8, 5]),
    ],
)
def test_s9_unusual_answers_that_are_orders(value: str, order: list[Any]) -> None:
    assert ask(acting(f"return {value}", before=EVIL), ME) == {"orders": [[3, *order]], "problems": []}


@pytest.mark.parametrize(
    ("value", "sentence"),
    [
        ("None", "act returned None, which is not an order such as ['move', (9, 9)] or ['guard']"),
        ("['move', (9, 7)]", "act returned ['move', (9, 7)], but that cell is not beside (9, 5)"),
        (
            "['jump']",
            "act returned ['jump']; it must be ['move', (x, y)], ['attack', (x, y)], ['guard'] or ['suicide']",
        ),
        ("['move', 'up']", "act returned ['move', 'up']; the cell must be (x, y) with two whole numbers"),
        ("['move', (10**5000, Evil())]", "a whole number of 16610 bits, <Evil>"),
        ("'x' * 999", "'" + "x" * 60 + "'…,"),
    ],
)
def test_a_problem_names_the_value(value: str, sentence: str) -> None:
    [[_, text]] = ask(acting(f"return {value}", before=EVIL), ME)["problems"]
    assert sentence in text


def test_s1_a_blocked_cell() -> None:
    answer = ask(acting("return ['attack', (7, 0)]"), [7, 1, 50, 0, 3])
    assert answer == {
        "orders": [[3, "guard"]],
        "problems": [[3, "act returned ['attack', (7, 0)], but nobody can enter that cell"]],
    }


# ---- crashes and time (S1, S12) ----

CRASHES = {
    "1 / 0": "ZeroDivisionError",
    "nothing": "NameError",
    "raise SystemExit(3)": "SystemExit",
    "__import__('sys').exit()": "SystemExit",
    "raise KeyboardInterrupt": "KeyboardInterrupt",
    "raise GeneratorExit": "GeneratorExit",
    "raise MemoryError": "MemoryError",
    "self.act(game)": "RecursionError",
    "raise Strange": "Strange",
    "raise ExceptionGroup('g', [ValueError(1)])": "ExceptionGroup",
    "game.nothing": "AttributeError",
    "game['nothing']": "KeyError",
}


@pytest.mark.parametrize("line", CRASHES)
def test_s1_a_crash_is_a_guard_of_that_robot_alone(line: str) -> None:
    strange = "class Strange(BaseException):\n    def __str__(self): raise RuntimeError\n    __repr__ = __str__\n"
    bot = acting(f"if self.robot_id == 3:\n    {line}\nreturn ['suicide']", before=strange)
    answer = ask(bot, ME, [4, 9, 50, 0, 5])
    assert answer["orders"] == [[3, "guard"], [5, "suicide"]]
    [[robot_id, text]] = answer["problems"]
    assert robot_id == 3
    assert CRASHES[line] in text


def test_a_traceback_shows_the_bots_own_lines_and_nothing_else() -> None:
    [[_, text]] = ask(acting("value = 3\nreturn helper(value)", "def helper(n):\n    return n.missing"), ME)["problems"]
    assert 'File "my/bot.py", line 3, in helper\n    return n.missing' in text
    assert 'File "my/bot.py", line 7, in act\n    return helper(value)' in text
    assert "adapter" not in text


def test_s12_a_late_answer_is_cut_and_the_memory_stays() -> None:
    body = "self.calls = getattr(self, 'calls', 0) + 1\nwhile self.robot_id == 3: pass\nreturn ['suicide']"
    source = "class Robot:\n    def act(self, game):\n" + "".join(f"        {line}\n" for line in body.splitlines())
    bot = load(source, limits={"first": 0.1, "further": 0.05})
    answer = ask(bot, ME, [4, 9, 50, 0, 5])
    assert answer["orders"] == [[3, "guard"], [5, "suicide"]]
    assert answer["problems"][0][1].startswith("took longer than 0.1 s\n")
    assert bot.robot.calls == 2


def test_s12_the_first_robot_has_more_time_than_the_others() -> None:
    given: list[float] = []

    @contextmanager
    def recording(seconds: float) -> Iterator[None]:
        given.append(seconds)
        yield

    adapter.answer(load(GUARD), message(ME, [4, 9, 50, 0, 5], [5, 9, 50, 0, 6]), recording)
    assert given == [1.5, 0.3, 0.3]


def test_s12_a_bot_that_catches_everything_once_is_cut_all_the_same() -> None:
    body = "try:\n    while True: pass\nexcept:\n    pass\nwhile True: pass"
    source = "class Robot:\n    def act(self, game):\n" + "".join(f"        {line}\n" for line in body.splitlines())
    answer = ask(load(source, limits={"first": 0.05, "further": 0.05}), ME)
    assert answer["orders"] == [[3, "guard"]]
    assert "took longer than 0.05 s" in answer["problems"][0][1]


def test_an_instance_that_cannot_be_told_its_place() -> None:
    bot = load("class Robot:\n    __slots__ = ()\n    def act(self, game):\n        return ['suicide']\n")
    answer = ask(bot, ME)
    assert answer["orders"] == [[3, "guard"]]
    assert "AttributeError" in answer["problems"][0][1]


# ---- the first bot ----


@pytest.mark.parametrize(
    ("robots", "turn", "order"),
    [
        ([[7, 1, 50, 0, 1]], 8, ["move", 7, 2]),  # leaves a spawn cell
        ([[9, 4, 50, 0, 1]], 1, ["move", 9, 5]),  # goes to the centre
        ([[9, 9, 50, 0, 1]], 1, ["guard"]),
        ([[9, 5, 50, 0, 1], [9, 6, 50, 1, None]], 1, ["attack", 9, 6]),
        ([[9, 5, 12, 0, 1], [9, 6, 50, 1, None]], 1, ["move", 10, 5]),  # too weak: away from the enemy
        ([[9, 5, 50, 0, 1], [9, 6, 50, 1, None], [8, 5, 9, 1, None]], 1, ["move", 10, 5]),
        ([[9, 5, 50, 0, 1], [9, 7, 50, 1, None]], 1, ["attack", 9, 6]),  # it will come
        ([[9, 4, 50, 0, 1], [9, 5, 50, 0, 2]], 1, ["guard"]),  # a friend is in the way
    ],
)
def test_the_starter(robots: list[Any], turn: int, order: list[Any]) -> None:
    answer = ask(load(STARTER), *robots, turn=turn)
    assert answer["problems"] == []
    assert answer["orders"][0] == [1, *order]


def test_copies_of_what_a_bot_sees_are_whole() -> None:
    seen: Any = adapter.AttrDict(hp=5, location=(1, 2))
    for same in (copy.copy(seen), copy.deepcopy(seen)):
        same.hp = 6
        assert (same["hp"], seen["hp"], same.location) == (6, 5, (1, 2))
