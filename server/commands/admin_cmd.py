"""`jantaku admin`: what those who run a server do, on a running server and its database."""

from server.admin import account_commands, report_commands, server_commands
from server.admin.command import admin

__all__ = ["account_commands", "admin", "report_commands", "server_commands"]
