"""Pictures of every screen, for looking: `python -m tests.web.pictures` writes docs/screens/ anew.

`python -m tests.web.pictures table offer` makes only those. The moments at the table come from
games of `scenes.py`; the lobby, rooms and settings are those of a server that is started for it.
"""

import asyncio
import base64
import gzip
import json
import sys
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any, Final, NamedTuple

import msgspec
from playwright.async_api import Browser, Page

from server.records.replay import Replay
from server.web.static import ROOT
from tests.support.ws_client import WsClient
from tests.web.budgets import opened
from tests.web.house import DRAWN, House, Visitor
from tests.web.pictures_people import SCENES
from tests.web.pictures_ranked import RANKED
from tests.web.scenes import game

SCREENS: Final = ROOT.parents[1] / "docs" / "screens"
QUANTISE: Final = Path(__file__).with_name("in_page") / "quantise.js"
COLOURS: Final = 88
SIZES: Final = ((1440, 900), (844, 390), (390, 844))
DESKTOP: Final = SIZES[:1]
PORTRAIT: Final = SIZES[2:]


class Look(NamedTuple):
    """How a picture differs from what a new person sees in English."""

    suffix: str = ""
    lang: str = "en"
    settings: Mapping[str, Any] = {}


PLAIN: Final = Look()
BLUE: Final = Look("blue", settings={"theme": "blue"})
DARK: Final = Look("dark", settings={"theme": "dark", "faces": "dark"})
JAPANESE: Final = Look("ja", lang="ja")
SIMPLIFIED: Final = Look("zh-Hans", lang="zh-Hans")
TRADITIONAL: Final = Look("zh-Hant", lang="zh-Hant")

Shot = tuple[Look, Iterable[tuple[int, int]]]
EVERYWHERE: Final[Shot] = (PLAIN, SIZES)

LAST: Final = 10_000
MOMENTS: Final[dict[str, tuple[str, int]]] = {
    "table": ("four", 168),
    "offer": ("four", 407),
    "win-offer": ("four", 81),
    "round-result": ("four", 84),
    "game-result": ("four", LAST),
    "table-3p": ("three", 171),
}
"""Game, and the last frame of it that the page was sent (`scenes.py` lists them)."""

SHOTS: Final[dict[str, tuple[Shot, ...]]] = {
    "lobby": (EVERYWHERE, (JAPANESE, PORTRAIT)),
    "create": (EVERYWHERE,),
    "room": (EVERYWHERE,),
    "settings": (EVERYWHERE,),
    "record": (EVERYWHERE,),
    "replay": (EVERYWHERE, (JAPANESE, DESKTOP)),
    "replay-rounds": ((PLAIN, PORTRAIT),),
    "replay-hints": (EVERYWHERE,),
    "records": (EVERYWHERE,),
    "live": (EVERYWHERE, (JAPANESE, PORTRAIT)),
    "watch": (EVERYWHERE, (TRADITIONAL, DESKTOP)),
    "watch-result": ((PLAIN, (*DESKTOP, *PORTRAIT)),),
    "watch-wait": ((PLAIN, PORTRAIT),),
    "table": (EVERYWHERE, (BLUE, DESKTOP), (DARK, PORTRAIT), (JAPANESE, DESKTOP)),
    "table-3p": (EVERYWHERE,),
    "offer": (EVERYWHERE,),
    "win-offer": ((PLAIN, DESKTOP),),
    "round-result": (EVERYWHERE, (SIMPLIFIED, DESKTOP)),
    "game-result": (EVERYWHERE, (TRADITIONAL, DESKTOP)),
    **dict.fromkeys(SCENES, (EVERYWHERE,)),
    "friends": (EVERYWHERE, (JAPANESE, PORTRAIT)),
    "account": (EVERYWHERE, (SIMPLIFIED, PORTRAIT)),
    **dict.fromkeys(RANKED, (EVERYWHERE,)),
    "queue": (EVERYWHERE, (JAPANESE, PORTRAIT)),
    "rank-change": (EVERYWHERE, (SIMPLIFIED, PORTRAIT)),
    "profile": (EVERYWHERE, (JAPANESE, DESKTOP)),
    "profile-figures": ((PLAIN, (*DESKTOP, *PORTRAIT)), (JAPANESE, PORTRAIT)),
    "profile-hands": ((PLAIN, PORTRAIT),),
    "report": (EVERYWHERE, (JAPANESE, PORTRAIT)),
    "leaderboard": (EVERYWHERE, (TRADITIONAL, PORTRAIT)),
    "announcement": (EVERYWHERE, (TRADITIONAL, PORTRAIT)),
}

SHOW: Final = """
  const { newTable, apply } = model;
  const now = performance.now();
  let table = null;
  for (const frame of argument) {
    if (frame.type === "table_start") table = newTable(frame);
    else if (frame.type !== "snapshot") table = apply(table, frame, now);
  }
  const { go } = await import("/web/js/router.js");
  const me = { account: "a", name: table.names[table.seat] };
  store.set({ table: { ...table, instant: true }, me, status: "online" });
  go(`/table/${table.id}`);
"""
"""Puts a table on the screen as its frames leave it."""


async def visitor(browser: Browser, house: House, look: Look, size: tuple[int, int]) -> Visitor:
    """Open the lobby as somebody who has set what the look says."""
    width, height = size
    context = await browser.new_context(
        viewport={"width": width, "height": height}, locale=look.lang, reduced_motion="reduce"
    )
    stored = json.dumps({"lang": look.lang, **look.settings})
    await context.add_init_script(f"localStorage.setItem('jantaku.settings', {json.dumps(stored)})")
    person = Visitor(await context.new_page(), house.url)
    await person.go()
    await person.page.locator(".quick .primary").wait_for()
    return person


async def lobby(person: Visitor, house: House) -> None:
    """Show the first visit."""


async def create(person: Visitor, house: House) -> None:
    """Show the rules of a new room, a group of the details open."""
    await person.page.locator(".name-form input").fill("Aki")
    await person.page.locator(".friends .button.wide").click()
    await person.page.wait_for_url("**/create")
    details = person.page.locator("details summary")
    await details.first.click()


async def room(person: Visitor, house: House) -> bytes:
    """Show a room with a friend, a bot and an empty seat."""
    code: str = await person.run(
        """
        const actions = await import("/web/js/state/actions.js");
        await actions.signIn("Aki");
        const rules = { preset: "majsoul_friend_4p", length: "east", aka_dora: 0 };
        await actions.createRoom({ title: "Friday table", rules });
        return store.get().room.code;
        """
    )
    async with WsClient(f"ws://127.0.0.1:{house.port}/ws", client=f"guest-{code}") as guest:
        await guest.hello("Hanako")
        await guest.request("join_room", code=code)
        await guest.request("ready", ready=True)
        await person.run('await wire.request({ type: "add_bot", seat: 2, level: "normal" });')
        await person.page.get_by_text("Hanako").first.wait_for()
        await rest(person.page)
        return await person.page.screenshot()


async def settings(person: Visitor, house: House) -> None:
    """Show the settings."""
    await person.page.locator(".bar-tools a").last.click()
    await person.page.wait_for_url("**/settings")


async def record(person: Visitor, house: House) -> None:
    """Show a finished game."""
    path = Path(__file__).with_name("records") / "four.json.gz"
    body = gzip.decompress(path.read_bytes())
    await person.page.route("**/api/records/*", lambda route: route.fulfill(body=body))
    await person.go("/r/four")
    await person.page.locator(".rounds-table").wait_for()


async def replay(person: Visitor, house: House) -> None:
    """Show a moment of that game."""
    await record(person, house)
    await person.go("/r/four#seat=1&round=E2.0&step=78")
    await person.page.locator(".replay .hand-tiles").wait_for()


async def replay_rounds(person: Visitor, house: House) -> None:
    """Show the rounds, and the walls proved."""
    await replay(person, house)
    await person.button("replay.more").click()
    await person.button("replay.proof").click()
    await person.page.locator("[data-proof=ok]").wait_for()


async def replay_hints(person: Visitor, house: House) -> None:
    """Show what a seat could know of its hand."""
    await record(person, house)
    body = gzip.decompress(
        Path(__file__).with_name("records").joinpath("four.json.gz").read_bytes()
    )
    moments = Replay(json.loads(body))
    seats = json.loads(msgspec.json.encode(moments.analysis(moments.seek(1, event=78))))
    await person.page.route(
        "**/analysis?*", lambda route: route.fulfill(body=json.dumps({"seats": seats}))
    )
    await person.go("/r/four#seat=1&round=E2.0&step=78")
    await person.page.locator(".replay .hand-tiles").wait_for()
    await person.page.keyboard.press("w")
    await person.page.locator(".analysis").wait_for()


async def stub(person: Visitor, answers: Mapping[str, Any]) -> None:
    """Be somebody whose requests of some types are answered as a test says; null: never."""
    await person.run(
        """
        const { signIn } = await import("/web/js/state/actions.js");
        await signIn("Aki");
        const request = wire.request.bind(wire);
        wire.request = (message) => {
          if (!(message.type in argument)) return request(message);
          const answer = argument[message.type];
          return answer === null ? new Promise(() => {}) : Promise.resolve(answer);
        };
        """,
        answers,
    )


async def records(person: Visitor, house: House) -> None:
    """Show finished games, narrowed to some."""
    names = ["Aki", "Hanako", "田中さくら", "Normal bot 4"]
    games = [
        {
            **{"game": f"t-{at}", "mode": ("4p_east", "4p_south")[at % 2], "seat": at % 4},
            **{"ended": 1_795_000_000_000 - 86_400_000 * at, "names": names},
            **{"scores": [41200, 29800, 18500, 10500], "ranks": [1, 2, 3, 4]},
            "points": [46.2, 9.8, -16.5, -39.5],
        }
        for at in range(6)
    ]
    await stub(person, {"list_records": {"games": games}})
    await person.run('(await import("/web/js/router.js")).go("/records");')
    await person.page.locator("tr[data-game]").first.wait_for()


LIVE: Final = [
    ("t-a", "4p_south", ["Aki", "Hanako", "田中さくら", "Fuyuko"], "S3.1", 128, "full", 300),
    ("t-b", "4p_east", ["Chie", "Ben", "Dai", "Emi"], "E2.0", 12, "public", 0),
    ("t-c", "3p_east", ["Fuyu", "Gen", "Normal bot 3"], None, 0, "full", 60),
]


def live_games() -> Any:
    fields = ("table", "mode", "names", "round", "watchers", "view", "delay_s")
    tables: list[dict[str, Any]] = [
        {**dict(zip(fields, line, strict=True)), "ranked": False} for line in LIVE
    ]
    ranks = [("expert", 2), ("expert", 3), ("master", 1), ("expert", 1)]
    tables[0] |= {"ranked": True, "tier": "gold"}
    tables[0]["ranks"] = [
        {"title": title, "stars": stars, "points": 700, "promote": 1400} for title, stars in ranks
    ]
    return {"tables": tables, "total": len(tables)}


async def live(person: Visitor, house: House) -> None:
    """Show the games that can be watched."""
    await stub(person, {"watch_list": live_games(), "watch": None})
    await person.run('(await import("/web/js/router.js")).go("/live");')
    await person.page.locator(".live-game").first.wait_for()


async def watch(person: Visitor, house: House, last: int = 296) -> None:
    """Show a game that is watched, after so many of its events."""
    body = Path(__file__).with_name("records") / "four.json.gz"
    events = json.loads(gzip.decompress(body.read_bytes()))
    await stub(person, {"watch": None, "watch_list": live_games()})
    await person.run('(await import("/web/js/router.js")).go("/watch/t-a");')
    await person.page.locator(".watch-wait").wait_for()
    await person.run(WATCHED, {**events, "last": last})
    await person.page.locator(".watch .hand-tiles").wait_for()


async def watch_result(person: Visitor, house: House) -> None:
    """Show how a round ended to those who watch."""
    await watch(person, house, 114)


async def watch_wait(person: Visitor, house: House) -> None:
    """Show what there is before the delay has passed."""
    await stub(person, {"watch": None, "watch_list": live_games()})
    await person.run('(await import("/web/js/router.js")).go("/watch/t-c");')
    await person.page.locator(".watch-wait").wait_for()
    await person.run(
        """
        const starts = performance.now() + 41500;
        const { watching } = store.get();
        store.set({ watching: { ...watching, state: "waiting", starts, delay: 60 } });
        """
    )
    await person.page.locator(".watch-countdown").wait_for()


WATCHED: Final = """
  const { newTable } = model;
  const { taken } = await import("/web/js/model/watch.js");
  const { names, rules, events, last } = argument;
  const start = { type: "table_start", table: "t-a", seat: 0, names, rules, mode: "4p_south" };
  const table = { ...newTable({ ...start, ranked: false }), watched: true, watchers: 128 };
  let reel = { rounds: [{ name: "E1.0", base: table, frames: [] }], table };
  for (const [seq, event] of events.slice(0, last).entries()) {
    reel = taken(reel, { type: "event", table: "t-a", seq, event }, 0);
  }
  reel.rounds.shift();
  reel = { ...reel, table: { ...reel.table, instant: true } };
  const fresh = { state: "on", reel, view: "full", delay: 300, fault: null, starts: null };
  store.set({ watching: { table: "t-a", ...fresh } });
"""
"""Puts a game on the screen as its watchers see it after some events of its record."""


STATIC: Final = {
    "lobby": lobby,
    "create": create,
    "room": room,
    "settings": settings,
    "record": record,
    "replay": replay,
    "replay-rounds": replay_rounds,
    "replay-hints": replay_hints,
    "records": records,
    "live": live,
    "watch": watch,
    "watch-result": watch_result,
    "watch-wait": watch_wait,
    **SCENES,
    **RANKED,
}


async def rest(page: Page) -> None:
    """Wait until nothing is loading and nothing moves."""
    await page.wait_for_load_state("networkidle")
    await page.evaluate("() => document.fonts.ready")
    await page.wait_for_timeout(500)


async def last_page(page: Page) -> None:
    """Turn the pages of the last round to the result of the game."""
    while await page.locator(".game-result").count() == 0:
        await page.locator(".result-foot .primary").click()
        await page.evaluate(DRAWN)


async def quantised(page: Page, picture: bytes) -> bytes:
    """Return a PNG with few colours."""
    argument = [base64.b64encode(picture).decode(), COLOURS]
    text: str = await page.evaluate(QUANTISE.read_text("utf-8"), argument)
    return base64.b64decode(text)


async def main(wanted: list[str]) -> None:
    """Make the pictures of the screens that are named, or of all."""
    if unknown := set(wanted) - set(SHOTS):
        sys.exit(f"no screens: {', '.join(sorted(unknown))}; there are: {', '.join(SHOTS)}")
    SCREENS.mkdir(exist_ok=True)
    async with opened() as (browser, house):
        plain = await browser.new_page()
        for name in wanted or SHOTS:
            for look, sizes in SHOTS[name]:
                for size in sizes:
                    person = await visitor(browser, house, look, size)
                    picture = None
                    if name in STATIC:
                        picture = await STATIC[name](person, house)
                    else:
                        kept, last = MOMENTS[name]
                        await person.run(SHOW, game(kept)[: last + 1])
                        await person.page.locator(".table").wait_for()
                        if last == LAST:
                            await last_page(person.page)
                    if picture is None:
                        await rest(person.page)
                        picture = await person.page.screenshot()
                    file = "-".join(filter(None, (name, f"{size[0]}x{size[1]}", look.suffix)))
                    small = await quantised(plain, picture)
                    (SCREENS / f"{file}.png").write_bytes(small)
                    print(f"{file}.png", len(small), flush=True)
                    for fault in person.faults:
                        print("  ", fault)
                    await person.page.context.close()


if __name__ == "__main__":
    asyncio.run(main(sys.argv[1:]))
