"""`jantaku schema`: the protocol for programs."""

import sys

from protocol.schema import schema_text


def schema() -> int:
    """Print the JSON Schema of the websocket protocol."""
    sys.stdout.write(schema_text())
    return 0
