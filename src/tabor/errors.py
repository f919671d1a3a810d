"""Mistakes of users. Each is one sentence with the place, the value and what would be right; nothing has changed."""


class TaborError(ValueError):
    """Something given to Tabor cannot be used."""


class DataError(TaborError):
    """A rules file, an option or a number is wrong."""


class ActionError(TaborError):
    """An action cannot be read, or is not legal now; `legal` lists what could be played instead."""

    def __init__(self, sentence: str, legal: tuple[str, ...] = ()) -> None:
        super().__init__(sentence)
        self.legal = legal


class PositionError(TaborError):
    """A text does not describe a position."""


class SaveError(TaborError):
    """A saved game cannot be read, or was made under other rules."""


class RuleError(TaborError):
    """A rule of a game does what no rule may do, or cannot be compiled."""
