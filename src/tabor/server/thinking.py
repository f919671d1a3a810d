"""Computers think in other processes: nobody's game waits for them, and none of them can hurt the server."""

from __future__ import annotations

import asyncio
import contextlib
import json
import logging
import os
import sys

from tabor.cores import usable_cores
from tabor.game import Tree
from tabor.server.turns import Asker, Turns, Waiting

SECONDS = 90.0  # for one decision; compiling is not part of it
TRIES = 2
LONGEST_LINE = 1 << 22  # of an answer
COMMAND = (sys.executable, "-m", "tabor.server.thinker")
GIVE_BACK = {"MALLOC_MMAP_THRESHOLD_": "262144"}  # search trees go back to the system; glibc would soon keep them

logger = logging.getLogger("tabor.server")


class ThinkingFailed(Exception):  # noqa: N818 - told to the people of one room
    """No answer came, though it was tried again; `cause` is one of the troubles of protocol.py."""

    def __init__(self, reason: str, cause: str) -> None:
        super().__init__(reason)
        self.cause = cause


class NotWanted(Exception):  # noqa: N818 - told to nobody
    """Everybody had left before the computer's turn came."""


def default_workers() -> int:
    """At least two: one address alone never has them all."""
    return max(2, usable_cores() - 1)


class Thinking:
    """Workers that do what waits in turn, see turns.py."""

    def __init__(self, workers: int) -> None:
        self.turns = Turns(workers)
        self.news = asyncio.Condition()
        self.tasks: list[asyncio.Task[None]] = []
        self.decisions = 0
        self.known: list[set[str]] = [set() for _ in range(workers)]  # rooms that a worker's process remembers

    def start(self) -> None:
        self.tasks = [asyncio.create_task(self.work(number)) for number in range(self.turns.workers)]

    async def stop(self) -> None:
        for task in self.tasks:
            task.cancel()
        await asyncio.gather(*self.tasks, return_exceptions=True)

    async def ask(self, task: Tree, is_bot: bool, asker: Asker) -> Tree:
        """The answer of some worker, of always the same one for a room's bots."""
        only = hash(task["room"]) % self.turns.workers if is_bot else None
        for _ in range(TRIES):
            answer = await self.wait_for(task, only, asker)
            if "error" not in answer:
                return answer
            logger.warning("a computer failed: %s", answer["error"])
        raise ThinkingFailed(answer["error"], answer.get("cause", "failed"))

    async def forget(self, room: str) -> None:
        """The match is over: nobody remembers it any more."""
        knowing = [number for number, rooms in enumerate(self.known) if room in rooms]
        await asyncio.gather(*(self.wait_for({"forget": room}, number, Asker(room=room)) for number in knowing))

    async def wait_for(self, task: Tree, only: int | None, asker: Asker) -> Tree:
        future: asyncio.Future[Tree] = asyncio.get_running_loop().create_future()
        number = next(self.turns.clock)
        async with self.news:
            self.turns.add(Waiting(asker, number, future, task, lambda worker: only in (None, worker)))
            self.news.notify_all()
        return await future

    async def work(self, number: int) -> None:
        """One worker: its process is started when it is first needed, and again when it has died."""
        process: asyncio.subprocess.Process | None = None
        try:
            while True:
                job = await self.next_job(number)
                if process is None or process.returncode is not None:
                    process = await start_process()
                    self.known[number].clear()
                answer = await ask_process(process, job.work)
                await self.finish(number, job, answer)
        finally:
            if process is not None:
                await end_process(process)

    async def next_job(self, number: int) -> Waiting:
        async with self.news:
            while not (job := self.take(number)):
                await self.news.wait()
            return job

    def take(self, number: int) -> Waiting | None:
        for waiting in self.turns.unwanted():
            if not waiting.future.done():
                waiting.future.set_exception(NotWanted())
        return self.turns.take(number)

    async def finish(self, number: int, job: Waiting, answer: Tree) -> None:
        self.known[number] = set(answer.pop("rooms", ()))
        self.decisions += "actions" in answer
        if not job.future.done():
            job.future.set_result(answer)
        async with self.news:
            self.turns.end(job)
            self.news.notify_all()


async def start_process() -> asyncio.subprocess.Process:
    return await asyncio.create_subprocess_exec(
        *COMMAND,
        stdin=asyncio.subprocess.PIPE,
        stdout=asyncio.subprocess.PIPE,
        env={**os.environ, **GIVE_BACK},
        limit=LONGEST_LINE,
        start_new_session=True,  # Ctrl-C is for the server, which ends it
    )


async def ask_process(process: asyncio.subprocess.Process, task: Tree) -> Tree:
    """The answer; a process that gives none in time is ended."""
    assert process.stdin
    assert process.stdout
    try:
        process.stdin.write(json.dumps(task).encode() + b"\n")
        line = await asyncio.wait_for(process.stdout.readline(), SECONDS)
        if line:
            answer: Tree = json.loads(line)
            return answer
        problem, cause = "the process ended", "ended"
    except TimeoutError:
        problem, cause = f"no answer within {SECONDS:.0f} s", "slow"
    except (OSError, ValueError, RuntimeError) as error:  # RuntimeError: uvloop's word for a pipe that is closed
        problem, cause = f"the process ended: {error}", "ended"
    await end_process(process)
    return {"error": problem, "cause": cause}


async def end_process(process: asyncio.subprocess.Process) -> None:
    assert process.stdin
    process.stdin.close()
    with contextlib.suppress(ProcessLookupError):
        process.kill()
    await process.communicate()  # until it has ended and its pipes are closed
