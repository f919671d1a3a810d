"""A small actor-critic in plain PyTorch learns The Drake by self-play on `tabor.batch`, on a GPU or on the CPU.

    pip install 'tabor[gpu]' torch
    python examples/torch_batch.py --device cuda --games 16384 --turns 3000
    python examples/torch_batch.py --games 256 --turns 300        # on the CPU

One network plays both sides. A game's last move is worth 1 to whoever made it if it won, and every move before it the
value of the next position, seen from the other side: one step of temporal difference. Nothing leaves the device but
the figures that are printed.
"""

from __future__ import annotations

import argparse
import time
from typing import Any

import torch
from torch import Tensor, nn

import tabor
from tabor.batch import Batch


class Net(nn.Module):
    """Planes to a score for each action and a value of the position."""

    def __init__(self, planes: int, actions: int, width: int = 256) -> None:
        super().__init__()
        self.body = nn.Sequential(nn.Flatten(), nn.Linear(planes, width), nn.ReLU(), nn.Linear(width, width), nn.ReLU())
        self.policy, self.value = nn.Linear(width, actions), nn.Linear(width, 1)

    def forward(self, planes: Tensor) -> tuple[Tensor, Tensor]:
        hidden = self.body(planes.float())
        return self.policy(hidden), self.value(hidden).squeeze(1).tanh()


class Loop:
    """The batch's own arrays, taken once: every turn overwrites them."""

    def __init__(self, wanted: argparse.Namespace) -> None:
        self.batch = Batch(tabor.load("drake"), wanted.games, seed=1, device=wanted.device)
        turn = self.batch.turn()
        self.planes, self.masks = torch.from_dlpack(turn.planes), torch.from_dlpack(turn.masks)
        self.players, self.done, self.winners = (torch.from_dlpack(x) for x in (turn.players, turn.done, turn.winners))
        self.net = Net(self.planes[0].numel(), self.masks.shape[1]).to(wanted.device)
        self.optimizer = torch.optim.Adam(self.net.parameters(), lr=wanted.rate)

    def learn(self) -> Tensor:
        """One turn of all games; the share of games that it ended."""
        scores, values = self.net(self.planes)
        policy = torch.distributions.Categorical(logits=scores.masked_fill(self.masks == 0, -1e9))
        actions, acted = policy.sample(), self.players.clone()
        self.batch.turn(actions.int())
        with torch.no_grad():
            targets = self.targets(acted)
        advantages = (targets - values).detach()
        loss = -(policy.log_prob(actions) * advantages).mean() + (values - targets).square().mean()
        self.optimizer.zero_grad()
        (loss - 0.01 * policy.entropy().mean()).backward()
        self.optimizer.step()
        return self.done.float().mean()

    def targets(self, acted: Tensor) -> Tensor:
        """What the positions before this turn were worth to those who decided in them."""
        later = self.net(self.planes)[1]
        seen = torch.where(self.players == acted, later, -later)
        ended = torch.where(self.winners == acted, 1.0, torch.where(self.winners >= 0, -1.0, 0.0))
        return torch.where(self.done.bool(), ended, seen)


@torch.no_grad()
def against_random(net: Net, device: str, games: int = 512) -> tuple[int, int]:
    """Games that the network won of those that ended; it has the first seat in half of them."""
    batch = Batch(tabor.load("drake"), games, seed=2, device=device)
    ours = torch.arange(games, device=device) % 2
    results = torch.full((games,), -1, device=device)
    turn: Any = batch.turn()
    for _ in range(400):
        masks, players = torch.from_dlpack(turn.masks) == 0, torch.from_dlpack(turn.players)
        scores = net(torch.from_dlpack(turn.planes))[0]
        scores = torch.where((players == ours)[:, None], scores, torch.rand_like(scores))
        turn = batch.turn(scores.masked_fill(masks, -1e9).argmax(1).int())
        ended = torch.from_dlpack(turn.done).bool() & (results == -1)
        results[ended] = torch.from_dlpack(turn.winners).long()[ended]
    return int((results == ours).sum()), int((results != -1).sum())


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("--device", default="cpu")
    parser.add_argument("--games", type=int, default=256)
    parser.add_argument("--turns", type=int, default=600)
    parser.add_argument("--rate", type=float, default=1e-3)
    wanted = parser.parse_args()
    torch.manual_seed(1)
    loop, spent = Loop(wanted), 0.0
    for turn in range(wanted.turns + 1):
        if turn % max(1, wanted.turns // 6) == 0:
            won, ended = against_random(loop.net, wanted.device)
            speed = turn * wanted.games / max(spent, 1e-9)
            print(f"turn {turn:6}: won {won} of {ended} against random, {speed:,.0f} steps/s", flush=True)
        began = time.perf_counter()
        loop.learn()
        spent += time.perf_counter() - began


if __name__ == "__main__":
    main()
