"""The console script `jantaku`: finds the command, turns its answer into an exit code.

Commands are imported only when they are called, so that `jantaku rules` starts without the
sockets and the database. Exit codes (formats.md, "Commands"): 0 = all well, 1 = a check failed,
2 = bad input with one line on stderr; besides, as a shell would have it, 130 after Ctrl-C and 141
when the reader of the output has gone.
"""

import io
import os
import signal
import sys
from collections.abc import Callable, Sequence
from importlib import import_module
from typing import Any, Final, NamedTuple, NoReturn

from cyclopts import App, CycloptsError, Group, Parameter

from server import __version__

OK: Final = 0
BAD_INPUT: Final = 2
INTERRUPTED: Final = 130
BROKEN_PIPE: Final = 141


class Command(NamedTuple):
    """Where a command lives, and its line in `jantaku -h`."""

    module: str
    function: str
    group: str
    summary: str


_CHECK, _SERVE, _RECORDS = "Rules and checks", "Serving and playing", "Records"

COMMANDS: Final[dict[str, Command]] = {
    "verify": Command(
        "verify_cmd", "verify", _CHECK, "Replay game records and compare every event."
    ),
    "scenario": Command("scenario_cmd", "scenario", _CHECK, "Run scripted rounds."),
    "score": Command("score_cmd", "score", _CHECK, "Value winning hands, JSON Lines in and out."),
    "shanten": Command("shanten_cmd", "shanten", _CHECK, "Distance, waits and useful tiles."),
    "rules": Command("rules_cmd", "rules", _CHECK, "Check rule objects; list every rule option."),
    "simulate": Command("simulate_cmd", "simulate", _CHECK, "Play whole games between bots."),
    "serve": Command("serve_cmd", "serve", _SERVE, "Run the server."),
    "bot": Command("bot_cmd", "bot", _SERVE, "Connect a bot to a server."),
    "load": Command("load_cmd", "load", _SERVE, "Drive many tables and measure latency."),
    "admin": Command("admin_cmd", "admin", _SERVE, "Look after a server and its accounts."),
    "schema": Command("schema_cmd", "schema", _SERVE, "Print the protocol's JSON Schema."),
    "export": Command("export_cmd", "export", _RECORDS, "Write a game record for other tools."),
    "watch": Command("watch_cmd", "watch", _RECORDS, "Step through a game, or see one go on."),
    "backup": Command("backup_cmd", "backup", _SERVE, "Copy the embedded database."),
    "import": Command("import_cmd", "import_games", _RECORDS, "Read logs of other programs."),
    "stats": Command("stats_cmd", "stats", _RECORDS, "Work out players' figures from records."),
}

_FLAGS: Final = ("--help", "--version", "-h")


def load_command(name: str) -> Callable[..., Any]:
    """Import the function behind command `name`.

    Raises:
        KeyError: there is no such command.
    """
    command = COMMANDS[name]
    function: Callable[..., Any] = getattr(
        import_module(f"server.commands.{command.module}"), command.function
    )
    return function


def build_app(called: str | None = None) -> App:
    """Build the command line; only the command named `called` is imported.

    The others stand in the list with their summary alone, `called` with its full docstring.
    """
    app = App(
        name="jantaku",
        help="An authoritative server for online riichi mahjong, and tools for its records.",
        version=__version__,
        default_parameter=Parameter(negative=()),
        suppress_keyboard_interrupt=False,
        result_action="return_value",
    )
    groups = {
        title: Group(title, sort_key=place)
        for place, title in enumerate((_SERVE, _CHECK, _RECORDS))
    }
    for name, command in COMMANDS.items():
        group = groups[command.group]
        if name == called:
            found = load_command(name)
            if isinstance(found, App):
                found.group = (group,)
                app.command(found, name=name)
            else:
                app.command(found, name=name, group=group)
        else:
            path = f"server.commands.{command.module}:{command.function}"
            app.command(path, name=name, help=command.summary, group=group)
    return app


def run(arguments: Sequence[str]) -> int:
    """Run one command line and return its exit code; user mistakes are one line on stderr."""
    called = arguments[0] if arguments else "--help"
    if called not in COMMANDS and called not in _FLAGS:
        what, known = ("option", _FLAGS) if called.startswith("-") else ("command", COMMANDS)
        return _complain(f"unknown {what} {called!r}; allowed: {', '.join(sorted(known))}")
    try:
        app = build_app(called)
        if signal.getsignal(signal.SIGINT) is signal.SIG_DFL:
            # From here on there may be something to tidy up (see `server.__main__`).
            signal.signal(signal.SIGINT, signal.default_int_handler)
        result = app(list(arguments), exit_on_error=False, print_error=False)
        sys.stdout.flush()
    except CycloptsError as error:
        return _complain(str(error))
    except KeyboardInterrupt:
        return INTERRUPTED
    except BrokenPipeError:
        # The interpreter flushes stdout once more at exit, which must not fail again.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return BROKEN_PIPE
    except OSError as error:
        place = f"{error.filename}: " if error.filename is not None else ""
        return _complain(f"{place}{error.strerror or error}")
    return result if isinstance(result, int) else OK


def _complain(message: str) -> int:
    print("jantaku:", " ".join(message.split()), file=sys.stderr)
    return BAD_INPUT


def main() -> NoReturn:
    """Entry point of the console script."""
    # JSON is UTF-8 wherever it goes, also into a pipe on a system with another encoding.
    if isinstance(sys.stdout, io.TextIOWrapper):
        sys.stdout.reconfigure(encoding="utf-8")
    sys.exit(run(sys.argv[1:]))
