"""Masked PPO learns a small Drake on a CPU, against `greedy` and from both seats, until it beats it.

pip install 'tabor[envs]' sb3-contrib
python examples/masked_ppo.py            # minutes; --steps 20000 for a first look
"""

from __future__ import annotations

import argparse
import time

import gymnasium
import torch
from sb3_contrib import MaskablePPO
from stable_baselines3.common.env_util import make_vec_env

import tabor.envs.gymnasium  # noqa: F401 - registers the games

# A leader, two guards and a monk a side: games are short, and still not trivial.
SMALL = {"stack": ["Drake", "Clubman", "Clubman", "Monk"], "end": {"no_progress": 20}}


def make_env(opponent: str = "greedy") -> gymnasium.Env:
    return gymnasium.make("tabor/Drake-v1", rules=SMALL, opponent=opponent, seat=None, disable_env_checker=True)


def play(model: MaskablePPO, games: int, opponent: str = "greedy") -> tuple[int, int, int]:
    """Wins, draws and losses of the best moves of a model, from both seats."""
    env, results = make_env(opponent), []
    for seed in range(games):
        observation, info = env.reset(seed=seed)
        done = False
        while not done:
            action, _ = model.predict(observation, action_masks=info["action_mask"].astype(bool), deterministic=True)
            observation, reward, done, _, info = env.step(action)
        results.append(reward)
    return results.count(1.0), results.count(0.0), results.count(-1.0)


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("--steps", type=int, default=200_000)
    parser.add_argument("--games", type=int, default=200, help="of every comparison with greedy")
    wanted = parser.parse_args()
    torch.set_num_threads(1)  # small networks: threads would wait for each other
    model = MaskablePPO(
        "MlpPolicy",
        make_vec_env(make_env, n_envs=16, seed=1),
        n_steps=128,
        batch_size=512,
        n_epochs=6,
        learning_rate=1e-3,
        ent_coef=0.01,
        gamma=0.99,
        policy_kwargs={"net_arch": [256, 256]},
        seed=1,
    )
    began = time.perf_counter()
    print("steps      won drawn lost  of", wanted.games, "against greedy", flush=True)
    for step in range(0, wanted.steps + 1, max(1, wanted.steps // 10)):
        if step:
            model.learn(max(1, wanted.steps // 10), reset_num_timesteps=False)
        won, drawn, lost = play(model, wanted.games)
        print(f"{step:8,} {won:5} {drawn:5} {lost:4}  after {time.perf_counter() - began:4.0f} s", flush=True)


if __name__ == "__main__":
    main()
