"""Messages between server and clients, and the refusals of both HTTP and sockets."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import orjson  # views are large and go out by the thousand: ten times as fast as json

from tabor.game import Tree

MOST_BYTES = 64 * 1024  # of one message of a client
MOST_NAME = 40
MOST_WORDS = 200  # characters that are said at once
QUICK = ("hello", "luck", "nice", "oops", "moment", "thanks")  # words that everybody reads in their own language
MOST_ACTION = 200  # characters
MOST_ACTIONS = 400  # in one message
MOST_ID = 64  # characters of a message's id
MOST_NUMBER = 64  # hex digits of a client's share in the dice
MOST_SECRETS = 8
MOST_COUNT = 10_000

NORMAL, GOING_AWAY, POLICY, TRY_AGAIN, REFUSED = 1000, 1001, 1008, 1013, 4000  # why a socket is closed

Encoded = bytes


class Refusal(Exception):  # noqa: N818 - an answer, not an error of ours
    """Nothing was done; one sentence says why. It tells nothing that its reader may not see."""

    def __init__(self, id_: str, text: str, status: int = 400, **args: Any) -> None:
        super().__init__(text)
        self.id, self.text, self.status, self.args_ = id_, text, status, args

    def tree(self) -> Tree:
        return {"error": {"id": self.id, "args": self.args_}, "text": self.text}

    def message(self, number: int | None = None, reply: Any = None) -> Tree:
        """For a socket."""
        return {"type": "refused", **self.tree(), "number": number, "reply": reply}


# Why a match does not go on: each client says it in its reader's language.
TROUBLES = {
    "slow": "{player} did not answer in time",
    "ended": "{player} broke off while it was thinking",
    "failed": "{player} made a mistake of its own and has no answer",
    "refused": "{player} chose what cannot be played",
    "not-compiled": "the rules of this game could not be compiled",
}


def trouble(id_: str, **args: Any) -> Tree:
    """What a room says of it; the same shape as a refusal."""
    return {"error": {"id": id_, "args": args}, "text": TROUBLES[id_].format(**args)}


FLOOD = Refusal("too-many", "too many messages; wait a little", 429)


def encode(tree: Any) -> Encoded:
    return orjson.dumps(tree)


def decode(data: str | bytes) -> Tree:
    """The JSON object that a client sent."""
    if len(data) > MOST_BYTES:
        raise Refusal("too-long", f"the message has {len(data)} bytes; the most is {MOST_BYTES}", 413)
    try:
        tree = orjson.loads(data)
    except ValueError:
        raise Refusal("not-json", "the message is not JSON") from None
    if not isinstance(tree, dict):
        raise Refusal("not-an-object", "the message is not a JSON object")
    return tree


def text_of(message: Tree, name: str, most: int) -> str:
    value = message.get(name)
    if not isinstance(value, str) or len(value) > most:
        raise Refusal("bad-field", f"{name!r} must be a text of at most {most} characters", name=name)
    return value


def number_of(message: Tree) -> int:
    value = message.get("number")
    if type(value) is not int:
        raise Refusal("bad-field", "'number' must be the number of the room that this was decided on", name="number")
    return value


def count_of(message: Tree, name: str) -> int | None:
    """A count that may be left out."""
    value = message.get(name)
    if value is not None and (type(value) is not int or not 0 <= value <= MOST_COUNT):
        raise Refusal("bad-field", f"{name!r} must be a whole number from 0 to {MOST_COUNT}", name=name)
    return value


def id_of(message: Tree) -> str | int | None:
    """What the client calls its message; it comes back in the answer."""
    value = message.get("id")
    if value is None or type(value) is int:
        return value
    return text_of(message, "id", MOST_ID)


def actions_of(message: Tree) -> list[str]:
    """`action`, or `actions`: several in a row."""
    if "actions" not in message:
        return [text_of(message, "action", MOST_ACTION)]
    return texts_of(message, "actions", MOST_ACTIONS, MOST_ACTION)


def texts_of(message: Tree, name: str, most: int, longest: int) -> list[str]:
    values = message.get(name)
    is_right = isinstance(values, list) and len(values) <= most
    if not is_right or not all(isinstance(value, str) and len(value) <= longest for value in values or ()):
        problem = f"{name!r} must be a list of at most {most} texts of at most {longest} characters"
        raise Refusal("bad-field", problem, name=name)
    return list(values or ())


def clean_name(name: str, most: int = MOST_NAME) -> str:
    """A person's name, or words, on one line: no signs that cannot be printed, and not too long.

    >>> clean_name("  Ann\\n\\u202e  Lee ")
    'Ann Lee'
    """
    kept = "".join(sign if sign.isprintable() else " " for sign in name)
    return " ".join(kept.split())[:most]


def words_of(message: Tree) -> Tree:
    """What somebody says: `quick`, one of the ready ones, or `text`."""
    if "quick" in message:
        if message["quick"] not in QUICK:
            raise Refusal("bad-field", f"'quick' must be one of {', '.join(QUICK)}", name="quick")
        return {"quick": message["quick"]}
    text = clean_name(text_of(message, "text", 5 * MOST_WORDS), MOST_WORDS)
    if not text:
        raise Refusal("bad-field", "'text' has no word in it", name="text")
    return {"text": text}


def share_of(number: str | None) -> str:
    """A client's share in the dice: hex digits, in small letters."""
    share = (number or "").lower()
    if len(share) > MOST_NUMBER or set(share) - set("0123456789abcdef"):
        raise Refusal("bad-number", f"'number' must be at most {MOST_NUMBER} hex digits", name="number")
    return share


def listing(words: Sequence[str]) -> str:
    """A few of many, for a sentence."""
    return ", ".join(words[:8]) + (f" and {len(words) - 8} more" if len(words) > 8 else "")
