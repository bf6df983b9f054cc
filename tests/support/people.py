"""People for tests: registered accounts on connections of their own."""

from tests.support.running_app import Running
from tests.support.ws_client import Message, WsClient

PASSWORD = "seven pairs, dora two"


class Registered(WsClient):
    """A client whose account is registered; `code` is its recovery code."""

    code = ""

    async def register(self, name: str, password: str = PASSWORD) -> Message:
        """Come in as a guest and register."""
        if not self.account:
            await self.hello()
        answer = await self.request("register", name=name, password=password)
        if answer["type"] == "registered":
            self.token, self.code = answer["token"], answer["recovery_code"]
        return answer

    async def befriend(self, other: "Registered") -> None:
        """Ask somebody to be friends, who says yes."""
        asked = await self.request("friend_ask", account=other.account)
        assert asked["type"] == "ok", asked
        accepted = await other.request("friend_accept", account=self.account)
        assert accepted["type"] == "ok", accepted


def somebody(server: Running, page: str = "a-page") -> Registered:
    """Return a client that has not come in yet."""
    return Registered(server.url, client=page)
