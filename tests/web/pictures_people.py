"""Pictures of what people have among each other: accounts, friends, rooms in all they can do.

`python -m tests.web.pictures friends room-host` makes those; the answers of the server are given.
"""

from collections.abc import Mapping
from typing import Any, Final

from tests.web.house import House, Visitor
from tests.web.scenes import game

FRIENDS: Final = {
    "friends": [
        {"account": "9f2c41d07a5be386", "name": "Hanako", "state": "online"},
        {"account": "1d2c41d07a5be386", "name": "田中さくら", "state": "playing"},
        {"account": "2e2c41d07a5be386", "name": "Ben", "state": "room"},
        {"account": "3f2c41d07a5be386", "name": "Emi", "state": "offline"},
    ],
    "asks_you": [{"account": "5b2c41d07a5be386", "name": "Chie"}],
    "asked": [{"account": "6c2c41d07a5be386", "name": "Dai"}],
}
INVITATION: Final = {
    "from": {"account": "9f2c41d07a5be386", "name": "Hanako"},
    **{"code": "HK37WA", "title": "Friday night", "password": False},
}
BLOCKED: Final = [{"block": 1, "name": "Dai"}]


def listed(code: str, title: str | None, host: str, people: int, **more: Any) -> dict[str, Any]:
    """Return a room of the public list."""
    usual = {"seats": 4, "bots": 0, "preset": "majsoul_friend_4p", "length": "east", "differs": {}}
    state = {"password": False, "seating": "as_seated", "spectate_view": None, "since": 0}
    return {"code": code, "title": title, "host": host, "people": people, **usual, **state, **more}


ROOMS: Final = [
    listed("HK37WA", "Friday night", "Hanako", 2, differs={"kuikae": "allowed"}),
    listed("QW8ZT4", None, "田中さくら", 1, bots=2, length="east_south", password=True),
    listed("MN5PD7", "Three at a table", "Ben", 1, seats=3, preset="majsoul_3p"),
]
ANSWERS: Final[Mapping[str, Any]] = {
    "list_rooms": {"rooms": ROOMS, "total": 3, "next": None},
    "get_friends": FRIENDS,
    "get_blocks": {"blocked": [{"account": "7d2c41d07a5be386", "name": "Gen"}]},
    "get_account": {"rename_ms": 0},
    "list_rules": {
        "sets": [
            {"name": "Fast and red", "rules": {"preset": "majsoul_friend_4p"}, "valid": True},
            {"name": "As at the club", "rules": {"preset": "tenhou_4p"}, "valid": True},
        ]
    },
}


async def somebody(person: Visitor, path: str, *, registered: bool = True) -> None:
    """Show a screen to somebody whom the server knows, with the answers above."""
    await person.run(
        """
        const { signIn } = await import("/web/js/state/actions.js");
        await signIn("Aki");
        const request = wire.request.bind(wire);
        const { answers, friends, registered, path } = argument;
        wire.request = (message) =>
          message.type in answers ? Promise.resolve(answers[message.type]) : request(message);
        const { me } = store.get();
        store.set({ me: { ...me, registered }, friends: registered ? friends : null });
        (await import("/web/js/router.js")).go(path);
        """,
        {"answers": ANSWERS, "friends": FRIENDS, "registered": registered, "path": path},
    )
    await person.page.locator("main.page:not(.home)").wait_for()


async def account_keep(person: Visitor, house: House) -> None:
    """Show what a guest may do about its account."""
    await somebody(person, "/account", registered=False)
    await person.page.get_by_role("textbox").last.wait_for()


async def recovery_code(person: Visitor, house: House) -> None:
    """Show the code that is told once."""
    await account_keep(person, house)
    await person.run(
        """
        const request = wire.request;
        wire.request = (message) => message.type === "register"
          ? Promise.resolve({ name: "Aki", token: "x", recovery_code: "7QK4M-XW2ZC-9HTRD-J3VPB" })
          : request(message);
        """
    )
    await person.page.locator("input[type=password]").fill("seven pairs, dora two")
    await person.page.keyboard.press("Enter")
    await person.page.locator(".recovery-code").wait_for()


async def account(person: Visitor, house: House) -> None:
    """Show an account that is kept, its end opened."""
    await somebody(person, "/account")
    await person.page.locator("details summary").last.click()
    await person.page.locator(".button.danger").wait_for()


async def login(person: Visitor, house: House) -> None:
    """Show a sign-in that was refused."""
    await person.go("/login")
    await person.page.locator("input[name=name]").fill("Aki")
    await person.page.locator("input[type=password]").fill("two pairs")
    await person.page.keyboard.press("Enter")
    await person.page.locator(".fault").wait_for()


async def friends(person: Visitor, house: House) -> None:
    """Show friends, askings, and an invitation."""
    await somebody(person, "/friends")
    await person.page.locator(".person").first.wait_for()
    await person.run("store.set({ invitation: argument });", INVITATION)
    await person.page.locator(".invitation-toast").wait_for()


async def open_rooms(person: Visitor, house: House) -> None:
    """Show the public rooms."""
    await somebody(person, "/rooms")
    await person.page.locator(".open-room").first.wait_for()


async def lobby_rooms(person: Visitor, house: House) -> None:
    """Show the lobby of somebody who is known, with rooms to join."""
    await somebody(person, "/rooms")
    await person.run('(await import("/web/js/router.js")).go("/");')
    await person.page.locator(".open-room").first.wait_for()


async def saved_rules(person: Visitor, house: House) -> None:
    """Show where rules are saved, and what a room is told."""
    await somebody(person, "/create")
    section = person.page.locator(".saved-rules")
    await section.locator(".person").first.wait_for()
    await section.locator(".buttons .button").click()
    await section.evaluate("(element) => element.scrollIntoView({ block: 'start' })")
    await person.page.evaluate("() => scrollBy(0, -70)")


async def room_host(person: Visitor, house: House) -> None:
    """Show a room after a game, to its host."""
    await somebody(person, "/rooms")
    await person.run(
        """
        const actions = await import("/web/js/state/actions.js");
        const rules = { preset: "majsoul_friend_4p", length: "east" };
        await actions.createRoom({ title: "Friday table", rules, public: true });
        const seat = { online: true, ready: false, level: null, kind: "human" };
        const { room } = store.get();
        const seats = [
          room.seats[0],
          { ...seat, name: "Hanako", ready: true },
          { ...seat, kind: "bot", name: "Normal bot 3", ready: true, level: "normal" },
          room.seats[3],
        ];
        const rematch = { seats: "shuffled", agreed: [1] };
        store.set({ room: { ...room, rev: 99, seats, games: 1, rematch, blocked: argument } });
        """,
        BLOCKED,
    )
    await person.page.locator(".rematch").wait_for()


async def room_edit(person: Visitor, house: House) -> None:
    """Show what the host may change."""
    await room_host(person, house)
    await person.button("room.edit").click()
    await person.page.locator("dialog").wait_for()


async def paused(person: Visitor, house: House) -> None:
    """Show a game that rests, and the vote to go on."""
    await person.run(
        """
        const { newTable, apply } = model;
        const now = performance.now();
        let table = null;
        for (const frame of argument) {
          if (frame.type === "table_start") table = newTable(frame);
          else if (frame.type !== "snapshot") table = apply(table, frame, now);
        }
        const { id, seat, names } = table;
        table = apply(table, { type: "paused", table: id, until_ms: 272000, by: 1 }, now);
        const vote = { type: "vote", kind: "resume", agreed: 1, needed: 2, ends_ms: 26000 };
        table = apply(table, { ...vote, table: id }, now);
        table = { ...table, ask: null, instant: true };
        const me = { account: "a", name: names[seat], registered: false };
        store.set({ table, me, status: "online" });
        (await import("/web/js/router.js")).go(`/table/${id}`);
        """,
        game("four")[:169],
    )
    await person.page.locator(".paused").wait_for()


SCENES: Final = {
    "account-keep": account_keep,
    "recovery-code": recovery_code,
    "account": account,
    "login": login,
    "friends": friends,
    "open-rooms": open_rooms,
    "lobby-rooms": lobby_rooms,
    "saved-rules": saved_rules,
    "room-host": room_host,
    "room-edit": room_edit,
    "paused": paused,
}
