"""How many processor cores there are to use."""

import os


def usable_cores() -> int:
    """Cores this process may run on: a container or `taskset` may have left it fewer than the machine has."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1
