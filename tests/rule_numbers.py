"""Which numbered sentences of a game's rules have no test.

Tests carry the number of the sentence they show, as in `test_s7_shift_needs_a_free_way`.
"""

from __future__ import annotations

import re
from types import ModuleType


def numbers_without_test(module: ModuleType, last: int) -> list[str]:
    """S1 to S<last>, less those that a test function of the module names."""
    found = (re.match(r"test_s(\d+)_", name) for name, value in vars(module).items() if callable(value))
    tested = {int(match[1]) for match in found if match}
    return [f"S{number}" for number in range(1, last + 1) if number not in tested]
