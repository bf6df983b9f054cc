"""People whose accounts are kept, and friends: made in the page, without the forms for it."""

from itertools import count
from typing import Final

from playwright.async_api import BrowserContext

from tests.web.conftest import Visit
from tests.web.house import DESKTOP, Visitor

PASSWORD: Final = "seven pairs, dora two"
LETTERS: Final = "abdehkmnrt"
"""Names that differ in these differ for the server too, which takes look-alikes for one."""

_numbers = count(100)


def fresh_name() -> str:
    """Return a name that nobody on the server has."""
    return "Per" + "".join(LETTERS[int(digit)] for digit in str(next(_numbers)))


async def kept(
    visit: Visit,
    *,
    path: str = "/",
    context: BrowserContext | None = None,
    size: tuple[int, int] = DESKTOP,
) -> Visitor:
    """Open a page as somebody whose account is registered, and wait until the server knows."""
    visitor = await visit(path, context=context, size=size)
    await visitor.run(
        """
        const { register } = await import("/web/js/state/people/account.js");
        await register(argument[0], argument[1]);
        """,
        [fresh_name(), PASSWORD],
    )
    await visitor.until("state.status === 'online' && state.friends !== null")
    return visitor


async def befriend(one: Visitor, other: Visitor) -> None:
    """Make friends of two, by the messages for it."""
    ask = 'await wire.request({ type: "friend_ask", account: argument });'
    await one.run(ask, (await other.me())["account"])
    await other.run(ask, (await one.me())["account"])
    for visitor in (one, other):
        await visitor.until("state.friends.friends.length > 0")
