"""`python -m server` and the console script `jantaku`."""

import signal
from typing import NoReturn


def main() -> NoReturn:
    """Run the command line.

    While its modules are being imported there is nothing to tidy up: Ctrl-C then ends the process
    as it ends any other, without a traceback, and without a chance to be swallowed by an import.
    """
    if signal.getsignal(signal.SIGINT) is signal.default_int_handler:
        signal.signal(signal.SIGINT, signal.SIG_DFL)
    from server import cli

    cli.main()


if __name__ == "__main__":
    main()
