"""A name of one's own: registering, signing in, the way back from a lost password, settings."""

from typing import Annotated, Any, TypeAlias

from msgspec import Meta

from protocol.base import ClientKey, Inbound, Milliseconds, Name, Reply

NewPassword: TypeAlias = Annotated[
    str, Meta(min_length=8, max_length=128, description="Kept as a slow hash only.")
]
GivenPassword: TypeAlias = Annotated[str, Meta(min_length=1, max_length=128)]
RecoveryCode: TypeAlias = Annotated[
    str, Meta(min_length=1, max_length=64, description="Case, spaces and hyphens do not matter.")
]
SettingsObject: TypeAlias = Annotated[
    dict[Annotated[str, Meta(min_length=1, max_length=32)], Any],
    Meta(max_length=64, description="Whatever a client keeps; 2,048 bytes of JSON at most."),
]


# From a client


class Register(Inbound, frozen=True, kw_only=True, tag="register"):
    """Give the guest account of this connection a name of its own and a password."""

    name: Name
    password: NewPassword


class Login(Inbound, frozen=True, kw_only=True, tag="login"):
    """Open a registered account on this connection.

    As the first message, in place of `hello`, it needs `client`; later the page is known.
    """

    name: Annotated[str, Meta(min_length=1, max_length=64)]
    password: GivenPassword
    client: ClientKey | None = None


class ChangePassword(Inbound, frozen=True, kw_only=True, tag="change_password"):
    """Replace the password; every other token of the account opens nothing any more."""

    password: GivenPassword
    new_password: NewPassword


class Recover(Inbound, frozen=True, kw_only=True, tag="recover"):
    """Set a new password with the recovery code, which is used up; all tokens are void."""

    name: Annotated[str, Meta(min_length=1, max_length=64)]
    code: RecoveryCode
    password: NewPassword


class NewRecoveryCode(Inbound, frozen=True, kw_only=True, tag="new_recovery_code"):
    """Get another recovery code; the one before opens nothing any more."""

    password: GivenPassword


class LogOutEverywhere(Inbound, frozen=True, kw_only=True, tag="log_out_everywhere"):
    """Make every token of the account void, but for a new one for this page."""


class Rename(Inbound, frozen=True, kw_only=True, tag="rename"):
    """Take another name; rooms and games that are there already keep the old one."""

    name: Name


class DeleteAccount(Inbound, frozen=True, kw_only=True, tag="delete_account"):
    """Give the account up for good: its games stay, under the name of a deleted player."""

    password: GivenPassword


class GetAccount(Inbound, frozen=True, kw_only=True, tag="get_account"):
    """Ask what is known of one's own account."""


class GetSettings(Inbound, frozen=True, kw_only=True, tag="get_settings"):
    """Ask for the settings that clients keep in the account."""


class SetSettings(Inbound, frozen=True, kw_only=True, tag="set_settings"):
    """Keep settings, in place of those before."""

    settings: SettingsObject


# From the server


class Registered(Reply, frozen=True, kw_only=True, tag="registered"):
    """Answers `register`. `token` replaces the one before, which is void once this one is used.

    `recovery_code` is told once: it is the only way back from a lost password.
    """

    name: str
    token: str
    recovery_code: str


class Recovery(Reply, frozen=True, kw_only=True, tag="recovery"):
    """Answers `recover` and `new_recovery_code`: the code that counts from now on, told once."""

    recovery_code: str


class FreshToken(Reply, frozen=True, kw_only=True, tag="token"):
    """Answers `change_password` and `log_out_everywhere`: the only token that is still valid."""

    token: str


class AccountInfo(Reply, frozen=True, kw_only=True, tag="account"):
    """Answers `get_account` and `rename`. `rename_ms`: until the next `rename` is allowed."""

    account: str
    name: str
    registered: bool
    rename_ms: Milliseconds


class KeptSettings(Reply, frozen=True, kw_only=True, tag="settings"):
    """Answers `get_settings`; empty where nothing was kept."""

    settings: dict[str, Any]
