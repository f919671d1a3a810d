"""Computers think in other processes: nobody's game waits for them, and none of them can hurt the server."""

from __future__ import annotations

import asyncio
import contextlib
import json
import logging
import os
import sys
from dataclasses import dataclass

from tabor.game import Tree

SECONDS = 90.0  # for one decision; a first one may have to wait for a compiler
TRIES = 2
LONGEST_LINE = 1 << 22  # of an answer
COMMAND = (sys.executable, "-m", "tabor.server.thinker")

logger = logging.getLogger("tabor.server")


class ThinkingFailed(Exception):  # noqa: N818 - told to the people of one room
    """No answer came, though it was tried again."""


@dataclass(frozen=True)
class Job:
    task: Tree
    only: int | None  # the worker that must do it: a bot's process lives there
    answer: asyncio.Future[Tree]


def default_workers() -> int:
    return max(1, (os.cpu_count() or 1) - 1)


class Thinking:
    """Workers that take jobs in the order in which they came."""

    def __init__(self, workers: int) -> None:
        self.count = workers
        self.waiting: list[Job] = []
        self.news = asyncio.Condition()
        self.tasks: list[asyncio.Task[None]] = []

    def start(self) -> None:
        self.tasks = [asyncio.create_task(self.work(number)) for number in range(self.count)]

    async def stop(self) -> None:
        for task in self.tasks:
            task.cancel()
        await asyncio.gather(*self.tasks, return_exceptions=True)

    async def ask(self, task: Tree, is_bot: bool) -> Tree:
        """The answer of some worker, of always the same one for a room's bots."""
        only = hash(task["room"]) % self.count if is_bot else None
        for _ in range(TRIES):
            job = Job(task, only, asyncio.get_running_loop().create_future())
            async with self.news:
                self.waiting.append(job)
                self.news.notify_all()
            answer = await job.answer
            if "error" not in answer:
                return answer
            logger.warning("a computer failed: %s", answer["error"])
        raise ThinkingFailed(answer["error"])

    async def work(self, number: int) -> None:
        """One worker: its process is started when it is first needed, and again when it has died."""
        process: asyncio.subprocess.Process | None = None
        try:
            while True:
                job = await self.next_job(number)
                if process is None or process.returncode is not None:
                    process = await start_process()
                answer = await ask_process(process, job.task)
                if not job.answer.done():
                    job.answer.set_result(answer)
        finally:
            if process is not None:
                await end_process(process)

    async def next_job(self, number: int) -> Job:
        def mine() -> Job | None:
            return next((job for job in self.waiting if job.only in (None, number)), None)

        async with self.news:
            await self.news.wait_for(lambda: mine() is not None)
            job = mine()
            assert job
            self.waiting.remove(job)
            return job


async def start_process() -> asyncio.subprocess.Process:
    return await asyncio.create_subprocess_exec(
        *COMMAND,
        stdin=asyncio.subprocess.PIPE,
        stdout=asyncio.subprocess.PIPE,
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
        problem = "the process ended"
    except TimeoutError:
        problem = f"no answer within {SECONDS:.0f} s"
    except (OSError, ValueError, RuntimeError) as error:  # RuntimeError: uvloop's word for a pipe that is closed
        problem = f"the process ended: {error}"
    await end_process(process)
    return {"error": problem}


async def end_process(process: asyncio.subprocess.Process) -> None:
    assert process.stdin
    process.stdin.close()
    with contextlib.suppress(ProcessLookupError):
        process.kill()
    await process.communicate()  # until it has ended and its pipes are closed
