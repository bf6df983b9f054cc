"""`jantaku simulate`: whole games between bots, headless."""

import secrets
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from time import perf_counter
from typing import IO, Annotated, Final

import msgspec
from cyclopts import Parameter
from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

from engine.core.errors import BadRules
from engine.riichi import Rules, parse_rules
from server.simulation import PLAYER_NAMES, Plan, Summary, Tally, play_plan

_OK: Final = 0
_BAD_INPUT: Final = 2
_RECORDS: Final = "games.jsonl"


class _BadArgumentError(ValueError):
    """An argument that cannot be used; the message names it, its value and what is allowed."""


def simulate(
    *,
    games: int,
    rules: str = "majsoul_ranked_4p",
    bots: str = "normal",
    seed: str | None = None,
    out: Path | None = None,
    as_json: Annotated[bool, Parameter(name="--json")] = False,
) -> int:
    """Play whole games between bots, in one process, as fast as it goes.

    Prints games, rounds and decisions a second, and each bot's mean rank (with its 95 %
    interval) and mean points. Everybody moves on by one seat from game to game.

    Parameters
    ----------
    games
        How many games.
    rules
        A preset, or a rule object as JSON.
    bots
        Names with commas: `easy`, `normal`, or `random` (every option equally likely). Fewer
        names than seats are repeated.
    seed
        Any text. Same seed, same games. A new one if left out; it is printed.
    out
        Directory for the records: one file `games.jsonl`, one game a line. An older one is
        replaced.
    as_json
        Print one object.
    """
    try:
        plan = _plan(games, rules, bots, secrets.token_hex(8) if seed is None else seed)
    except _BadArgumentError as error:
        print(f"jantaku: simulate: {error}", file=sys.stderr)
        return _BAD_INPUT
    summary = _run(plan, out)
    print(msgspec.json.encode(summary).decode() if as_json else _text(summary))
    return _OK


def _plan(count: int, rules: str, bots: str, seed: str) -> Plan:
    if count < 1:
        raise _BadArgumentError(f"--games {count}; allowed: 1 or more")
    parsed = _rules(rules)
    names = [name.strip() for name in bots.split(",")]
    for name in names:
        if name not in PLAYER_NAMES:
            raise _BadArgumentError(f"--bots {name!r}; allowed: {', '.join(PLAYER_NAMES)}")
    seats = parsed.players
    if len(names) > seats:
        raise _BadArgumentError(f"--bots: {len(names)} names; allowed: 1 to {seats}")
    lineup = tuple(names[seat % len(names)] for seat in range(seats))
    return Plan(count, parsed, lineup, seed)


def _rules(text: str) -> Rules:
    try:
        given = msgspec.json.decode(text) if text.lstrip().startswith("{") else text
        return parse_rules(given)
    except msgspec.DecodeError as error:
        raise _BadArgumentError(f"--rules: not JSON: {error}") from None
    except RecursionError:
        raise _BadArgumentError("--rules: not JSON: nested too deeply") from None
    except BadRules as error:
        raise _BadArgumentError(f"--rules: {error.message}") from None


def _run(plan: Plan, out: Path | None) -> Summary:
    """Play the plan; only the games themselves are timed, not the writing of records."""
    tally = Tally()
    seconds = 0.0
    with _records(out) as records, _progress(plan.games) as progress:
        task = progress.add_task("games", total=plan.games)
        began = perf_counter()
        for played in play_plan(plan):
            seconds += perf_counter() - began
            tally.add(played)
            if records is not None:
                records.write(msgspec.json.encode(played.game.record(played.id)) + b"\n")
            progress.advance(task)
            began = perf_counter()
    return tally.summary(plan.seed, seconds)


@contextmanager
def _records(out: Path | None) -> Iterator[IO[bytes] | None]:
    if out is None:
        yield None
        return
    out.mkdir(parents=True, exist_ok=True)
    with (out / _RECORDS).open("wb") as stream:
        yield stream


def _progress(total: int) -> Progress:
    console = Console(stderr=True)
    return Progress(
        TextColumn("[progress.description]{task.description}"),
        BarColumn(),
        MofNCompleteColumn(),
        TimeRemainingColumn(),
        console=console,
        transient=True,
        disable=not console.is_terminal or total < 2,
    )


def _text(summary: Summary) -> str:
    lines = [
        f"{summary.games} games, {summary.rounds} rounds, {summary.decisions} decisions "
        f"in {summary.seconds:.2f} s (seed {summary.seed})",
        f"{summary.games_per_second:.1f} games/s, {summary.rounds_per_second:.1f} rounds/s, "
        f"{summary.decisions_per_second:.0f} decisions/s",
    ]
    width = max(len(bot.name) for bot in summary.bots)
    for bot in summary.bots:
        margin = "" if bot.rank_margin is None else f" ± {bot.rank_margin:.3f} (95 %)"
        places = " ".join(str(count) for count in bot.places)
        lines.append(
            f"{bot.name:<{width}}  mean rank {bot.mean_rank:.3f}{margin}  "
            f"mean points {round(bot.mean_points, 1) + 0.0:+.1f}  places {places}"
        )
    return "\n".join(lines)
