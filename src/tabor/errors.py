"""Mistakes of users. Each is one sentence with the place, the value and what would be right; nothing has changed."""


class TaborError(ValueError):
    """Something given to Tabor cannot be used."""


class DataError(TaborError):
    """A rules file, an option or a number is wrong."""


class ActionError(TaborError):
    """An action cannot be read, or is not legal now."""


class PositionError(TaborError):
    """A text does not describe a position."""


class SaveError(TaborError):
    """A saved game cannot be read, or was made under other rules."""
