"""A trial: many tables on bad lines, a server that dies again and again, and the verdict.

    outcome = await run(Plan(tables=6, kills=3, seed=1), directory)

Time is real here, as the server is: what happens when depends on the machine, what must hold
does not. Nothing is judged by how fast it went, but a trial that does not come to its end within
`limit_s` has failed.
"""

import asyncio
import random
from contextlib import suppress
from pathlib import Path

import msgspec

from tests.faults.notebook import Message
from tests.faults.person import Person
from tests.faults.proxy import Proxy
from tests.faults.server_process import ServerProcess, free_port
from tests.faults.verdict import Verdict, check_file, judge


class Plan(msgspec.Struct, frozen=True, kw_only=True):
    """What a trial does. `tables` run at a time; new ones follow until all kills are done.

    `stops` are orderly ends between the kills. `length` is that of the games.
    """

    seed: int
    tables: int
    kills: int
    stops: int = 1
    length: str = "one_round"
    gap_s: tuple[float, float] = (0.5, 4.0)
    limit_s: float = 120.0


class Outcome(msgspec.Struct):
    """What came of a trial. `wrong` must be empty; `early` kills came soon after a start."""

    plan: Plan
    kills: int = 0
    early: int = 0
    stops: int = 0
    lines: int = 0
    proxy: dict[str, int] = msgspec.field(default_factory=dict)
    verdict: Verdict = msgspec.field(default_factory=Verdict)
    wrong: list[str] = msgspec.field(default_factory=list)

    def report(self) -> str:
        """Say it in lines; failures with the seed and what those concerned saw last."""
        verdict = self.verdict
        head = (
            f"seed {self.plan.seed}: {self.kills} kills and {self.early} early ones, "
            f"{self.stops} stops, {self.lines} lines "
            f"({', '.join(f'{name} {count}' for name, count in self.proxy.items())}); "
            f"{verdict.games} games, {verdict.events} events seen, {verdict.snapshots} snapshots, "
            f"{verdict.acknowledged} answers acknowledged, {verdict.refused} refused"
        )
        return "\n".join([head, *self.wrong])


class Party:
    """The people of one table, and their rules."""

    def __init__(self, number: int, url: str, plan: Plan, pick: random.Random) -> None:
        three = pick.random() < 0.3
        self.rules: Message = {
            "preset": "majsoul_3p" if three else "majsoul_friend_4p",
            "length": plan.length,
            "thinking_time": "1+1",
        }
        self.size = pick.randint(2, 3 if three else 4)
        self._code: str | None = None
        self.people = [
            Person(f"t{number}p{place}", url, self, place == 0, random.Random(pick.getrandbits(64)))
            for place in range(self.size)
        ]

    @property
    def code(self) -> str | None:
        """The room's code, once the host knows it."""
        return self._code

    def called(self, code: str) -> None:
        """Take the room's code from the host and pass it on."""
        if code != self._code:
            self._code = code
            for person in self.people[1:]:
                person.invited()

    @property
    def playing(self) -> bool:
        """Whether somebody has been seated and the end has not been seen by all."""
        return any(person.book.table for person in self.people) and not self.over

    @property
    def over(self) -> bool:
        """Whether everybody has seen the end."""
        return all(person.finished.is_set() for person in self.people)

    async def play(self) -> None:
        """Play one game."""
        for person in self.people:
            person.connect()
        for person in self.people:
            await person.finished.wait()
        for person in self.people:
            await person.hang_up()


async def run(plan: Plan, directory: Path) -> Outcome:
    """Carry out a trial; its files go to `directory`."""
    return await _Trial(plan, directory).run()


class _Trial:
    def __init__(self, plan: Plan, directory: Path) -> None:
        self._plan = plan
        self._pick = random.Random(plan.seed)
        # The port is not part of what a seed repeats: it depends on what else is running.
        self._server = ServerProcess(
            free_port(random.Random()), directory / "jantaku.sqlite", directory / "server.log"
        )
        self._proxy = Proxy(self._server.port, random.Random(self._pick.getrandbits(64)))
        self._parties: list[Party] = []
        self._done = False
        self._outcome = Outcome(plan)

    async def run(self) -> Outcome:
        outcome = self._outcome
        await self._server.start()
        await self._proxy.start()
        try:
            try:
                async with asyncio.timeout(self._plan.limit_s):
                    await self._play()
            except TimeoutError:
                outcome.wrong += self._stuck()
            for party in self._parties:
                for person in party.people:
                    await person.hang_up()
            outcome.verdict = await judge(
                self._server.port,
                [[person.book for person in party.people] for party in self._parties],
            )
        finally:
            await self._proxy.stop()
            status = await self._server.stop()
        if status != 0:
            outcome.wrong.append(f"the server ended with status {status}")
        outcome.wrong += outcome.verdict.wrong
        outcome.wrong += check_file(self._server.db, outcome.verdict.games)
        outcome.wrong += [f"log: {line}" for line in self._server.complaints()]
        outcome.proxy = dict(self._proxy.counts)
        outcome.lines = sum(person.lines for party in self._parties for person in party.people)
        return outcome

    async def _play(self) -> None:
        url = f"ws://127.0.0.1:{self._proxy.port}/ws"
        mischief = asyncio.get_running_loop().create_task(self._mischief())
        try:
            async with asyncio.TaskGroup() as group:
                group.create_task(self._kills())
                for place in range(self._plan.tables):
                    group.create_task(self._chair(place, url))
        finally:
            mischief.cancel()
            with suppress(asyncio.CancelledError):
                await mischief

    async def _chair(self, place: int, url: str) -> None:
        """Keep one table going until the killing is over."""
        pick = random.Random(self._pick.getrandbits(64))
        number = place
        while True:
            party = Party(number, url, self._plan, pick)
            self._parties.append(party)
            await party.play()
            if self._done:
                return
            number += self._plan.tables

    async def _kills(self) -> None:
        plan = self._plan
        pick = random.Random(self._pick.getrandbits(64))
        ends = ["kill"] * plan.kills + ["stop"] * plan.stops
        pick.shuffle(ends)
        for end in ends:
            await self._some_play()
            await asyncio.sleep(pick.uniform(*plan.gap_s))
            await self._some_play()
            if end == "kill":
                await self._server.kill()
                self._outcome.kills += 1
            else:
                status = await self._server.stop()
                self._outcome.stops += 1
                if status != 0:
                    self._outcome.wrong.append(f"an orderly stop ended with status {status}")
            if pick.random() < 0.3:
                # Not even the taking up of games may be disturbed by a death in its middle.
                await self._server.start_in_vain(pick.uniform(0.3, 2.0))
                self._outcome.early += 1
            await self._server.start()
        self._done = True

    async def _some_play(self) -> None:
        """Wait until at least half of the tables are in a game."""
        async with asyncio.timeout(self._plan.limit_s):
            while sum(party.playing for party in self._parties) * 2 < self._plan.tables:  # noqa: ASYNC110
                await asyncio.sleep(0.02)

    async def _mischief(self) -> None:
        """Let people take second lines at random."""
        pick = random.Random(self._pick.getrandbits(64))
        while True:
            await asyncio.sleep(pick.expovariate(self._plan.tables / 3))
            playing = [party for party in self._parties if party.playing]
            if playing:
                pick.choice(pick.choice(playing).people).duplicate()

    def _stuck(self) -> list[str]:
        """Say who waits for what."""
        found = [f"not at its end after {self._plan.limit_s} s"]
        for party in self._parties:
            for person in party.people:
                if not person.finished.is_set():
                    book = person.book
                    found.append(
                        f"{person.name} of {book.table or 'no table'} waits after {book.last}, "
                        f"has seen last:\n{book.story()}"
                    )
        return found[:4]
