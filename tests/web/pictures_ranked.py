"""Pictures of ranked play and its surroundings: profiles, leaderboards, reports, announcements.

`python -m tests.web.pictures profile leaderboard` makes those; the answers of the server are given.
"""

from collections.abc import Mapping
from typing import Any, Final

from tests.web.house import House, Visitor
from tests.web.scenes import game

DAY_MS: Final = 86_400_000
NOON: Final = 1_795_000_000_000
NAMES: Final = ["Aki", "Hanako", "田中さくら", "Mei Lin"]


def rank(title: str, stars: int, points: int, promote: int) -> dict[str, Any]:
    return {"title": title, "stars": stars, "points": points, "promote": promote}


def queue_lines() -> list[dict[str, Any]]:
    """Return what all queues are like to an expert of four players and a novice of three."""
    waits = {"bronze": (2, 40), "silver": (3, 25), "gold": (1, None), "jade": (0, None)}
    lines = []
    for queue in ("4p_east", "4p_south", "3p_east", "3p_south"):
        may = ("silver", "gold") if queue.startswith("4p") else ("bronze",)
        for tier, (waiting, estimate) in {**waits, "throne": (0, None)}.items():
            line = {"queue": queue, "tier": tier, "waiting": waiting, "open": tier in may}
            lines.append({**line, "estimate_s": estimate})
    return lines


QUEUES: Final = {
    **{"queues": queue_lines(), "pause_s": 0},
    "ranks": {"4p": rank("expert", 2, 742, 1400), "3p": rank("novice", 1, 5, 20)},
}
CHANGE: Final = {
    **{"before": rank("expert", 2, 1352, 1400), "after": rank("expert", 3, 1000, 2000)},
    **{"delta": 118, "rating": {"before": 1684, "after": 1703}},
}


def figures(kind: str, games: int) -> dict[str, Any]:
    """Return what somebody has done in so many games."""
    first, second, third = games * 29 // 100, games * 27 // 100, games * 24 // 100
    return {
        **{"kind": kind, "games": games, "rounds": games * 10},
        **{"places": [first, second, third, games - first - second - third]},
        **{"mean_rank": 2.35, "mean_score": 26350, "mean_points": 3.85, "bust_rate": 0.042},
        **{"wins": games * 2, "win_rate": 0.2368, "self_draw_rate": 0.4132, "mean_win": 6122},
        **{"deal_ins": games, "deal_in_rate": 0.1316, "mean_deal_in": 5460},
        **{"riichi": 8, "riichi_rate": 0.2105, "riichi_win_rate": 0.5, "calls": games},
        **{"call_rate": 0.3158, "draws": games, "tenpai_rate": 0.4625, "yakuman": {}},
    }


def history(games: int) -> list[dict[str, Any]]:
    """Return a rating that goes up and down, and the ranks of that time."""
    rating, steps = 1500, []
    for number in range(games):
        rating += (22, -9, 14, -17, 5, -11, 19, 3, -14)[(number * number + 2 * number) % 9]
        stars = 1 if number < 14 else 3 if 40 <= number < 47 else 2
        step = {"game": f"g-{number}", "ended": NOON - DAY_MS * (games - number)}
        steps.append({**step, "place": 1, "delta": 40, "rating": rating})
        steps[-1]["rank"] = rank("expert", stars, 700, 1400)
    return steps


def best_hand(number: int, points: int, han: int, *yaku: str) -> dict[str, Any]:
    place = {"game": f"g-{number}", "ended": NOON - DAY_MS * number, "seat": 1, "round": "E2.1"}
    hand = {"self_draw": False, "points": points, "han": han, "fu": 30, "yakuman": int(not han)}
    named = [[name, 1] for name in yaku]
    return {"kind": "4p_ranked", **place, **hand, "step": 37, "yaku": named}


HISTORY: Final = history(60)
PROFILE: Final[Mapping[str, Any]] = {
    **{"type": "profile", "account": "9f2c41d07a5be386", "name": "Hanako", "own": False},
    "figures": [figures("4p_ranked", 128), figures("4p_friend", 31)],
    "ranks": {
        "4p": {
            "rank": rank("expert", 2, 742, 1400),
            **{"rating": HISTORY[-1]["rating"], "games": 128, "place": 21},
        },
    },
    "history": {"4p": HISTORY, "3p": []},
    "best": [
        best_hand(3, 32000, 0, "kokushi"),
        best_hand(9, 16000, 8, "riichi", "ippatsu", "menzen_tsumo", "honitsu", "chun", "dora"),
        best_hand(17, 12000, 6, "riichi", "tanyao", "pinfu", "iipeikou", "dora", "ura_dora"),
    ],
    "recent": [
        {
            **{"game": f"g-{at}", "mode": ("4p_south", "4p_east")[at % 2], "ranked": True},
            **{"ended": NOON - DAY_MS * at, "seat": 1, "names": NAMES},
            **{"scores": [41200, 29800, 18500, 10500], "ranks": [1, 2, 3, 4]},
            "points": [46.2, 9.8, -16.5, -39.5],
        }
        for at in range(3)
    ],
}


def leader(place: int, name: str, *, account: str, title: str, stars: int) -> dict[str, Any]:
    line = {"place": place, "account": account, "name": name, "games": 412 - 17 * place}
    return {**line, "rank": rank(title, stars, 2100, 4000), "rating": 2140 - 31 * place}


def leaders(own: str) -> dict[str, Any]:
    """Return the first who lead, one of whom looks at it."""
    names = ["Fuyuko", "田中さくら", "Mei Lin", "Bram", "Hanako", "Wilhelmina van Dijk", "Aki"]
    titles = [("celestial", 3), ("saint", 3), ("saint", 1), ("master", 3), ("master", 2)]
    titles += [("expert", 3), ("expert", 2)]
    rows = [
        leader(at + 1, name, account=own if name == "Aki" else f"a-{at}", title=title, stars=stars)
        for at, (name, (title, stars)) in enumerate(zip(names, titles, strict=True))
    ]
    return {"type": "leaderboard", "kind": "4p", "by": "rank", "total": 312, "own": 7, "rows": rows}


async def known(person: Visitor, path: str, answers: Mapping[str, Any]) -> None:
    """Show a screen to somebody registered whose requests of some types are answered."""
    await person.run(
        """
        const { signIn } = await import("/web/js/state/actions.js");
        await signIn("Aki");
        const request = wire.request.bind(wire);
        const { answers, path } = argument;
        wire.request = (message) =>
          message.type in answers ? Promise.resolve(answers[message.type]) : request(message);
        store.set({ me: { ...store.get().me, registered: true } });
        const { go } = await import("/web/js/router.js");
        go("/settings");
        go(path);
        """,
        {"answers": answers, "path": path},
    )


async def to_top(person: Visitor, css: str) -> None:
    """Scroll so that an element stands below the bar."""
    element = person.page.locator(css).first
    await element.evaluate(
        "(element) => scrollBy(0, element.getBoundingClientRect().top - 64)",
    )


async def queue(person: Visitor, house: House) -> None:
    """Show the choice of a ranked game."""
    await known(person, "/", {"list_queues": QUEUES})
    await person.page.locator(".tiers button").first.wait_for()
    await person.page.locator(".records").wait_for()
    await to_top(person, ".ranked")


async def queue_wait(person: Visitor, house: House) -> None:
    """Show the wait for opponents, in its second minute."""
    await known(person, "/", {"list_queues": QUEUES})
    await person.run(
        """
        const waiting = { queue: "4p_south", tier: "silver", waiting: 3, estimate: 25 };
        store.set({ queued: { ...waiting, since: performance.now() - 72200 } });
        """
    )
    await person.page.locator(".queue-time").wait_for()


async def match_found(person: Visitor, house: House) -> None:
    """Show the table that opens by itself."""
    await at_table(person, 5)
    await person.run(
        """
        const { startRanked } = await import("/web/js/state/ranked.js");
        const { taken } = await import("/web/js/state/unasked.js");
        startRanked();
        taken({ type: "match_found" }, performance.now());
        """
    )
    await person.page.locator(".toast").wait_for()


async def rank_change(person: Visitor, house: House) -> None:
    """Show what a ranked game has done to one's rank."""
    await at_table(person, None)
    await person.run(
        "store.set({ rankChange: { ...argument, table: store.get().table.id } });", CHANGE
    )
    while await person.page.locator(".game-result").count() == 0:
        await person.page.locator(".result-foot .primary").click()
        await person.drawn()
    await person.page.locator(".rank-change").wait_for()


async def at_table(person: Visitor, frames: int | None) -> None:
    """Put so many frames of a ranked game on the screen; None: all of it."""
    await person.run(
        """
        const { newTable, apply } = model;
        const now = performance.now();
        let table = null;
        for (const frame of argument) {
          if (frame.type === "table_start") table = newTable({ ...frame, ranked: true });
          else if (frame.type !== "snapshot") table = apply(table, frame, now);
        }
        const { id, seat, names } = table;
        const me = { account: "a", name: names[seat], registered: true };
        store.set({ table: { ...table, instant: true }, me, status: "online" });
        (await import("/web/js/router.js")).go(`/table/${id}`);
        """,
        game("four")[:frames],
    )
    await person.page.locator(".table").wait_for()


async def profile(person: Visitor, house: House) -> None:
    """Show somebody's ranks and figures."""
    await known(person, f"/profile/{PROFILE['account']}", {"get_profile": PROFILE})
    await person.page.locator(".rating-graph").first.wait_for()


async def profile_figures(person: Visitor, house: House) -> None:
    """Show the figures, further down."""
    await profile(person, house)
    await to_top(person, ".figures")


async def profile_hands(person: Visitor, house: House) -> None:
    """Show the best hands, further down still."""
    await profile(person, house)
    await to_top(person, "section:has(.best-hands)")


async def report(person: Visitor, house: House) -> None:
    """Show how a player is reported."""
    await profile(person, house)
    await person.page.locator(".report summary").click()
    await person.page.locator(".report select").select_option("stalling")
    await person.page.locator(".report textarea").fill("Thinks to the last second, every turn.")
    await to_top(person, ".report")


async def leaderboard(person: Visitor, house: House) -> None:
    """Show who leads."""
    await known(person, "/", {})
    own: str = (await person.me())["account"]
    await person.run(
        """
        const request = wire.request;
        wire.request = (message) =>
          message.type === "get_leaderboard" ? Promise.resolve(argument) : request(message);
        (await import("/web/js/router.js")).go("/leaderboard");
        """,
        leaders(own),
    )
    await person.page.locator(".leader-table").wait_for()


TOLD: Final = {
    "en": "The server gets a new version on Sunday at 20:00 UTC; games are finished before.",
    "ja": "日曜日20時（UTC）にサーバーを更新します。対局中のゲームは終了してから更新します。",
    "zh-Hans": "服务器将于周日 20:00（UTC）更新，进行中的对局结束后才会更新。",
    "zh-Hant": "伺服器將於週日 20:00（UTC）更新，進行中的對局結束後才會更新。",
}


async def announcement(person: Visitor, house: House) -> None:
    """Show what those who run the server tell everybody."""
    await known(person, "/", {"list_queues": QUEUES})
    await person.run(
        "store.set({ announcements: [{ key: 'sunday', text: argument, at: 0, until: null }] });",
        TOLD,
    )
    await person.page.locator("[data-key]").wait_for()


RANKED: Final = {
    "queue": queue,
    "queue-wait": queue_wait,
    "match-found": match_found,
    "rank-change": rank_change,
    "profile": profile,
    "profile-figures": profile_figures,
    "profile-hands": profile_hands,
    "report": report,
    "leaderboard": leaderboard,
    "announcement": announcement,
}
