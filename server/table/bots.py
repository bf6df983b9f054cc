"""Who thinks for the bots. They are clients like any other: they get their seat's view and ask.

Policies run on one thread of their own, so a table waits for its bot but never for the bots of
other tables' turns to be computed inside its own loop turn; the interpreter lock is handed over
every few milliseconds, which bounds what a slow policy can cost the players of other tables.
"""

import asyncio
from collections.abc import Callable, Mapping
from concurrent.futures import Future, ThreadPoolExecutor
from typing import Any, Protocol

from engine.bots.policy import Policy
from engine.core.decision import Ask
from engine.core.views import View
from server.log import get_logger

_log = get_logger("bots")

Rules = Mapping[str, Any]
"""The full flat rule object."""


class Brain(Protocol):
    """Finds a bot's answer."""

    def think(
        self, policy: Policy, view: View, ask: Ask, rules: Rules, answer: Callable[[int], None]
    ) -> None:
        """Call `answer` with an option on the event loop, never before returning."""

    def close(self) -> None:
        """Think no more."""


def _decide(policy: Policy, view: View, ask: Ask, rules: Rules) -> int:
    """Ask the policy; a policy that fails must not stop the game."""
    try:
        option = policy.choose(view, ask, rules)
    except Exception as error:
        _log.error("policy_failed", error=type(error).__name__)
        return ask.default
    return option if 0 <= option < len(ask.options) else ask.default


class ThreadBrain:
    """One thread for all bots of the process."""

    def __init__(self) -> None:
        self._executor = ThreadPoolExecutor(1, thread_name_prefix="bots")

    def think(
        self, policy: Policy, view: View, ask: Ask, rules: Rules, answer: Callable[[int], None]
    ) -> None:
        """Queue the question behind those of the other bots."""
        loop = asyncio.get_running_loop()

        def done(thought: "Future[int]") -> None:
            if not thought.cancelled():
                # The loop may have ended meanwhile, and with it the game.
                try:
                    loop.call_soon_threadsafe(answer, thought.result())
                except RuntimeError:
                    return

        self._executor.submit(_decide, policy, view, ask, rules).add_done_callback(done)

    def close(self) -> None:
        """Forget what is queued and end the thread."""
        self._executor.shutdown(wait=False, cancel_futures=True)


class PromptBrain:
    """Decides in the loop itself: for tests, and where all seats are bots and nobody waits."""

    def think(
        self, policy: Policy, view: View, ask: Ask, rules: Rules, answer: Callable[[int], None]
    ) -> None:
        """Decide now, answer in the loop's next turn."""
        asyncio.get_running_loop().call_soon(answer, _decide(policy, view, ask, rules))

    def close(self) -> None:
        """Nothing is queued here."""
