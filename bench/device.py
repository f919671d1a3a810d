"""Training's own loop on a CUDA device: a turn of all games with masks and planes, a random legal choice by PyTorch.

    python bench/device.py [--games N] [--seconds S] [--pgx] [game …]

Beside it, with --pgx, the same of Pgx's animal_shogi by JAX in the same process. Prints one JSON object a line: steps
a second, by choice from the list of legal actions and by choice over the mask, as a CUDA graph and without one, and
how long the kernels took to be ready.
"""

from __future__ import annotations

import argparse
import json
import time
from collections.abc import Callable
from typing import Any

import torch

import tabor
from tabor.batch import Batch
from tabor.games import NAMES


class Loop:
    """Turns with random legal actions, without a way over the host."""

    def __init__(self, batch: Batch, by: str) -> None:
        self.batch, self.by = batch, by
        self.chosen = torch.zeros(batch.n, dtype=torch.int32, device="cuda")
        self.turn = batch.turn()
        self.lists = torch.as_tensor(self.turn.actions, device="cuda")  # [most_actions, n]
        self.counts = torch.as_tensor(self.turn.counts, device="cuda")
        self.masks = torch.as_tensor(self.turn.masks, device="cuda")  # [space, n]
        self.scores = torch.empty(self.masks.shape, dtype=torch.float16, device="cuda")

    def step(self) -> None:
        if self.by == "list":
            places = (torch.rand(self.batch.n, device="cuda") * self.counts).to(torch.int64)
            self.chosen.copy_(self.lists.gather(0, places[None])[0])
        else:
            self.scores.uniform_().mul_(self.masks)
            self.chosen.copy_(self.scores.argmax(0))
        self.batch.turn(self.chosen)


def captured(loop: Loop) -> Callable[[], None]:
    """The loop's step as a CUDA graph."""
    stream = torch.cuda.Stream()
    stream.wait_stream(torch.cuda.current_stream())
    loop.batch.use_stream(stream.cuda_stream)
    with torch.cuda.stream(stream):
        for _ in range(3):
            loop.step()
    stream.synchronize()
    graph = torch.cuda.CUDAGraph()
    with torch.cuda.graph(graph, stream=stream):
        loop.step()
    return graph.replay  # type: ignore[no-any-return]


def rate(step: Callable[[], None], n: int, seconds: float) -> float:
    """Steps of all games a second, in the best of five runs."""
    for _ in range(10):
        step()
    torch.cuda.synchronize()
    began = time.perf_counter()
    for _ in range(20):
        step()
    torch.cuda.synchronize()
    turns = max(20, int(20 * seconds / (time.perf_counter() - began)))
    best = 0.0
    for _ in range(5):
        began = time.perf_counter()
        for _ in range(turns):
            step()
        torch.cuda.synchronize()
        best = max(best, n * turns / (time.perf_counter() - began))
    return best


def pgx_rate(n: int, seconds: float) -> float:
    """Pgx: step with auto reset, mask and observation, a random legal choice, all jitted together."""
    import jax
    import jax.numpy as jnp
    import pgx
    from pgx.experimental import auto_reset

    environment = pgx.make("animal_shogi")
    step_one = auto_reset(environment.step, environment.init)

    @jax.jit
    def step(state: Any, key: Any) -> Any:
        key, own = jax.random.split(key)
        actions = jax.random.categorical(own, jnp.log(state.legal_action_mask.astype(jnp.float32)), axis=1)
        return jax.vmap(step_one)(state, actions, jax.random.split(own, n)), key

    state = jax.jit(jax.vmap(environment.init))(jax.random.split(jax.random.PRNGKey(0), n))
    key, made = jax.random.PRNGKey(1), 0
    for _ in range(3):
        state, key = step(state, key)
    jax.block_until_ready(state)
    began = time.perf_counter()
    while time.perf_counter() - began < seconds:
        for _ in range(10):
            state, key = step(state, key)
        jax.block_until_ready(state)
        made += 10 * n
    return made / (time.perf_counter() - began)


def measure(name: str, n: int, seconds: float) -> None:
    began = time.perf_counter()
    batch = Batch(tabor.load(name), n, device="cuda", layout="columns")
    batch.turn()
    torch.cuda.synchronize()
    facts: dict[str, Any] = {"game": name, "games": n, "ready_s": round(time.perf_counter() - began, 1)}
    for by in ("list", "mask"):
        loop = Loop(batch, by)
        facts[f"by_{by}_per_s"] = round(rate(loop.step, n, seconds))
        facts[f"by_{by}_graph_per_s"] = round(rate(captured(loop), n, seconds))
        batch.use_stream(0)
    print(json.dumps(facts), flush=True)


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("names", nargs="*", default=[])
    parser.add_argument("--games", type=int, default=131_072)
    parser.add_argument("--seconds", type=float, default=0.5)
    parser.add_argument("--pgx", action="store_true")
    given = parser.parse_args()
    for name in given.names or NAMES:
        measure(name, given.games, given.seconds)
    if given.pgx:
        print(
            json.dumps({"peer": "Pgx animal_shogi", "games": given.games, "per_s": round(pgx_rate(given.games, 3.0))})
        )


if __name__ == "__main__":
    main()
