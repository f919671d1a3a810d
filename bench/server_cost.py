"""What an action costs the server, before and after a change: two source folders in turn, by one set of clients.

    git worktree add /tmp/before v0.1 && .venv/bin/python bench/server_cost.py --before /tmp/before/src
    .venv/bin/python bench/server_cost.py --before /tmp/before/src --game NAME --games 100 --rounds 3

CPU time of the server's process, games that are opened included, divided by the actions that it acknowledged. Both see
the same machine in the same minutes: the ratio says more than the figures.
"""

from __future__ import annotations

from pathlib import Path
from statistics import median

from server_load import arguments, measure, own_server, steady

HERE = str(Path(__file__).parent.parent / "src")


def main() -> None:
    parser = arguments()
    parser.add_argument("--before", required=True, help="the source folder to compare with")
    parser.add_argument("--rounds", type=int, default=3)
    parser.set_defaults(games=200, seconds=20)
    options = parser.parse_args()
    steady()
    costs: dict[str, list[float]] = {options.before: [], HERE: []}
    for _ in range(options.rounds):
        for source, found in costs.items():
            with own_server(source) as (address, pid):
                result, _, server, _ = measure(options, [address], pid)
            found.append(1000 * (server or 0) / max(1, result.acknowledged))
    before, after = (median(found) for found in costs.values())
    told = f"before {before:.2f} ms, after {after:.2f} ms an action"
    print(f"{options.game}, {options.games} games: {told}, ratio {before / after:.2f}")


if __name__ == "__main__":
    main()
