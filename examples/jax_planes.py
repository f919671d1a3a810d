"""JAX reads the planes of thousands of games by DLPack, without a copy, and chooses with a compiled function.

pip install 'tabor[gpu]' 'jax[cuda12]'
python examples/jax_planes.py --device cuda --games 65536
"""

from __future__ import annotations

import argparse
import time

import jax
import jax.numpy as jnp

import tabor
from tabor.batch import Batch


@jax.jit
def choose(key: jax.Array, weights: jax.Array, planes: jax.Array, masks: jax.Array) -> jax.Array:
    """The best legal action by a linear score with noise: put your network here."""
    scores = planes.reshape(len(planes), -1).astype(jnp.float32) @ weights
    scores += jax.random.gumbel(key, scores.shape)
    return jnp.where(masks != 0, scores, -jnp.inf).argmax(1).astype(jnp.int32)


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("--device", default="cpu")
    parser.add_argument("--games", type=int, default=1024)
    parser.add_argument("--turns", type=int, default=200)
    wanted = parser.parse_args()
    batch = Batch(tabor.load("drake"), wanted.games, seed=1, device=wanted.device)
    turn, key = batch.turn(), jax.random.key(0)
    sizes = (turn.planes.shape[1] * turn.planes.shape[2] * turn.planes.shape[3], turn.masks.shape[1])
    weights = jax.random.normal(key, sizes) / 10
    ended, began = 0, time.perf_counter()
    for _ in range(wanted.turns):
        key, now = jax.random.split(key)
        actions = choose(now, weights, jax.dlpack.from_dlpack(turn.planes), jax.dlpack.from_dlpack(turn.masks))
        turn = batch.turn(actions.block_until_ready())
        ended += int(jax.dlpack.from_dlpack(turn.done).sum())
    speed = wanted.games * wanted.turns / (time.perf_counter() - began)
    print(f"{wanted.games} games, {wanted.turns} turns, {ended} games ended, {speed:,.0f} steps/s on {wanted.device}")


if __name__ == "__main__":
    main()
