"""PPO in plain PyTorch learns The Drake by self-play on `tabor.batch`, on a GPU or on the CPU.

    pip install 'tabor[gpu]' torch
    python examples/torch_batch.py --device cuda --games 16384 --turns 3072
    python examples/torch_batch.py --games 128 --turns 1920        # on the CPU

One network plays both sides. It plays LENGTH turns of all games, then goes twice through what happened. A position is
worth to whoever decides in it what the next one is worth to them: the opposite of what it is worth to the other side.
The last action of a game is worth 1, 0 or −1. Nothing leaves the device but the figures that are printed.
"""

from __future__ import annotations

import argparse
import time
from typing import Any

import torch
from torch import Tensor, nn
from torch.distributions import Categorical

import tabor
from tabor.batch import Batch

LENGTH = 16  # turns between two rounds of learning
ROUNDS, PARTS = 2, 8  # how often what happened is gone through, and in how many parts
TRACE = 0.95  # how far the outcome of later turns counts for earlier ones (lambda)
CLIP, ENTROPY, VALUE = 0.2, 0.01, 0.5
PLANES, MASKS, PLAYERS, ACTIONS, CHANCES, VALUES, ENDED, REWARDS = range(8)  # columns of what happened


class Net(nn.Module):
    """Planes and masks to a policy and a value of the position."""

    def __init__(self, planes: int, actions: int, width: int = 256) -> None:
        super().__init__()
        self.body = nn.Sequential(nn.Flatten(), nn.Linear(planes, width), nn.ReLU(), nn.Linear(width, width), nn.ReLU())
        self.policy, self.value = nn.Linear(width, actions), nn.Linear(width, 1)
        nn.init.zeros_(self.policy.weight)  # it begins by playing at random

    def forward(self, planes: Tensor, masks: Tensor) -> tuple[Categorical, Tensor]:
        hidden = self.body(planes.float())
        scores = self.policy(hidden).masked_fill(masks == 0, -1e9)
        return Categorical(logits=scores, validate_args=False), self.value(hidden).squeeze(1).tanh()


class Loop:
    """The batch's own arrays, taken once: every turn overwrites them."""

    def __init__(self, wanted: argparse.Namespace) -> None:
        self.batch = Batch(tabor.load("drake"), wanted.games, seed=1, device=wanted.device)
        turn = self.batch.turn()
        self.planes, self.masks = torch.from_dlpack(turn.planes), torch.from_dlpack(turn.masks)
        self.players, self.done, self.winners = (torch.from_dlpack(x) for x in (turn.players, turn.done, turn.winners))
        self.net = Net(self.planes[0].numel(), self.masks.shape[1]).to(wanted.device)
        self.optimizer = torch.optim.Adam(self.net.parameters(), lr=wanted.rate)

    @torch.no_grad()
    def play(self) -> list[Tensor]:
        """All columns of LENGTH turns, [LENGTH, games, …] each."""
        rows = []
        for _ in range(LENGTH):
            seen = (self.planes.clone(), self.masks.clone(), self.players.clone())
            policy, values = self.net(self.planes, self.masks)
            actions = policy.sample()
            self.batch.turn(actions.int())
            rewards = torch.where(self.winners == seen[PLAYERS], 1.0, torch.where(self.winners >= 0, -1.0, 0.0))
            ended = self.done.bool()
            rows.append((*seen, actions, policy.log_prob(actions), values, ended, rewards * ended))
        return [torch.stack(column) for column in zip(*rows, strict=True)]

    @torch.no_grad()
    def advantages(self, happened: list[Tensor]) -> Tensor:
        """How much better each action was than expected, from the view of whoever chose it."""
        players = torch.cat((happened[PLAYERS], self.players[None]))
        values = torch.cat((happened[VALUES], self.net(self.planes, self.masks)[1][None]))
        same_side = torch.where(players[1:] == players[:-1], 1.0, -1.0)
        view = same_side * ~happened[ENDED]  # of the next position, which there is none after the end
        surprises = happened[REWARDS] + view * values[1:] - values[:-1]
        found, later = torch.empty_like(surprises), torch.zeros_like(surprises[0])
        for i in reversed(range(LENGTH)):
            later = surprises[i] + TRACE * view[i] * later
            found[i] = later
        return found

    def learn(self) -> None:
        """Play, and learn from it."""
        happened = self.play()
        advantages = self.advantages(happened)
        targets = advantages + happened[VALUES]
        normal = (advantages - advantages.mean()) / (advantages.std() + 1e-6)
        rows = [column.flatten(0, 1) for column in (*happened[:VALUES], normal, targets)]
        for _ in range(ROUNDS):
            for part in torch.randperm(len(rows[0]), device=rows[0].device).chunk(PARTS):
                self.improve([row[part] for row in rows])

    def improve(self, rows: list[Tensor]) -> None:
        """One step of the optimizer."""
        planes, masks, _, actions, chances, advantages, targets = rows
        policy, values = self.net(planes, masks)
        ratio = (policy.log_prob(actions) - chances).exp()
        gain = torch.minimum(ratio * advantages, ratio.clamp(1 - CLIP, 1 + CLIP) * advantages).mean()
        loss = VALUE * (values - targets).square().mean() - gain - ENTROPY * policy.entropy().mean()
        self.optimizer.zero_grad()
        loss.backward()
        nn.utils.clip_grad_norm_(self.net.parameters(), 0.5)
        self.optimizer.step()


@torch.no_grad()
def against_random(net: Net, device: str, games: int = 1024) -> tuple[int, int]:
    """Games that the network won of those that ended; it has the first seat in half of them."""
    batch = Batch(tabor.load("drake"), games, seed=2, device=device)
    ours = torch.arange(games, device=device) % 2
    results = torch.full((games,), -1, device=device)
    turn: Any = batch.turn()
    for _ in range(400):
        planes, masks, players = (torch.from_dlpack(x) for x in (turn.planes, turn.masks, turn.players))
        chosen, anything = net(planes, masks)[0].sample(), Categorical(masks.float()).sample()
        turn = batch.turn(torch.where(players == ours, chosen, anything).int())
        ended = torch.from_dlpack(turn.done).bool() & (results == -1)
        results[ended] = torch.from_dlpack(turn.winners).long()[ended]
        if (results != -1).all():
            break
    return int((results == ours).sum()), int((results != -1).sum())


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("--device", default="cpu")
    parser.add_argument("--games", type=int, default=128)
    parser.add_argument("--turns", type=int, default=1920)
    parser.add_argument("--rate", type=float, default=1e-3)
    wanted = parser.parse_args()
    torch.manual_seed(1)
    loop, spent, last = Loop(wanted), 0.0, max(1, wanted.turns // LENGTH)
    for number in range(last + 1):
        if number % max(1, last // 6) == 0:
            won, ended = against_random(loop.net, wanted.device)
            speed = number * LENGTH * wanted.games / max(spent, 1e-9)
            print(f"turn {number * LENGTH:6}: won {won} of {ended} against random, {speed:,.0f} steps/s", flush=True)
        loop.optimizer.param_groups[0]["lr"] = wanted.rate * (1 - number / (last + 1))  # ever smaller steps
        began = time.perf_counter()
        loop.learn()
        spent += time.perf_counter() - began


if __name__ == "__main__":
    main()
