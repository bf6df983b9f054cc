import re
from pathlib import Path

import msgspec
import pytest

from server.config import Config, ConfigError, load_config
from server.store.address import database_path, without_password


def test_the_defaults() -> None:
    assert load_config(None, {}, {}) == Config()


def test_flags_win_over_the_environment_and_that_over_the_file(tmp_path: Path) -> None:
    path = tmp_path / "jantaku.toml"
    path.write_text('port = 1\nhost = "::1"\ndb = "file.db"\nmessage_rate = 5\n')
    environ = {"JANTAKU_PORT": "2", "JANTAKU_DB": "env.db", "HOME": "/"}
    config = load_config(path, environ, {"port": 3, "db": None})
    assert (config.port, config.db, config.host) == (3, "env.db", "::1")
    assert config.message_rate == 5.0


def test_the_environment_may_name_the_file(tmp_path: Path) -> None:
    path = tmp_path / "jantaku.toml"
    path.write_text("port = 1\n")
    assert load_config(None, {"JANTAKU_CONFIG": str(path)}, {}).port == 1


def test_the_switch_for_tests_is_no_setting() -> None:
    assert load_config(None, {"JANTAKU_TESTING": "1"}, {}) == Config()


@pytest.mark.parametrize(
    ("content", "fault"),
    [
        ("prot = 1", "prot is not a setting; allowed: absent_kept_bytes,"),
        ("port = 70000", "port = 70000: Expected `int` <= 65535"),
        ('port = "80"', "port = '80': Expected `int`, got `str`"),
        ("max_strikes = 0", "max_strikes = 0: Expected `int` >= 1"),
        (
            'log_format = "xml"',
            "log_format = 'xml': Invalid enum value 'xml'; allowed: auto, json, console",
        ),
        ('db = ""', "db = '': Expected `str` of length >= 1"),
        ("port =", "is not TOML"),
        ("[server]\nport = 1", "server is not a setting"),
    ],
)
def test_a_file_with_a_fault(tmp_path: Path, content: str, fault: str) -> None:
    path = tmp_path / "jantaku.toml"
    path.write_text(content)
    with pytest.raises(ConfigError) as error:
        load_config(path, {}, {})
    assert str(error.value).startswith(f"{path}: ")
    assert fault in str(error.value)
    assert "\n" not in str(error.value)


def test_a_file_that_is_not_there_or_no_text(tmp_path: Path) -> None:
    with pytest.raises(ConfigError, match="cannot be read"):
        load_config(tmp_path / "nothing.toml", {}, {})
    path = tmp_path / "jantaku.toml"
    path.write_bytes(b"\xff\xfe")
    with pytest.raises(ConfigError, match="not UTF-8"):
        load_config(path, {}, {})


@pytest.mark.parametrize(
    ("environ", "fault"),
    [
        ({"JANTAKU_PROT": "1"}, "environment: JANTAKU_PROT is not a setting"),
        ({"JANTAKU_PORT": "high"}, "environment: port = 'high': Expected `int`"),
        ({"JANTAKU_UVLOOP": "maybe"}, "environment: uvloop = 'maybe': Expected `bool`"),
    ],
)
def test_an_environment_with_a_fault(environ: dict[str, str], fault: str) -> None:
    with pytest.raises(ConfigError) as error:
        load_config(None, environ, {})
    assert str(error.value).startswith(fault)


def test_lists_in_the_environment_have_commas() -> None:
    environ = {"JANTAKU_TRUSTED_PROXIES": "127.0.0.1, 10.0.0.0/8,", "JANTAKU_ORIGINS": ""}
    config = load_config(None, environ, {})
    assert config.trusted_proxies == ("127.0.0.1", "10.0.0.0/8")
    assert config.origins == ()


@pytest.mark.parametrize(
    ("content", "fault"),
    [
        ('trusted_proxies = ["10.0.0.0/33"]', "trusted_proxies: '10.0.0.0/33' is neither an"),
        ('unlimited_addresses = ["home"]', "unlimited_addresses: 'home' is neither an address"),
        ('origins = ["example.org"]', "origins: 'example.org' is not an origin"),
        ('origins = "https://example.org"', "origins = 'https://example.org': Expected `array`"),
        ("behind_proxy = true", "behind_proxy is not a setting any more: name the addresses"),
    ],
)
def test_addresses_and_origins_that_are_none(tmp_path: Path, content: str, fault: str) -> None:
    path = tmp_path / "jantaku.toml"
    path.write_text(content)
    with pytest.raises(ConfigError) as error:
        load_config(path, {}, {})
    assert fault in str(error.value)


def test_the_page_lists_every_setting_with_its_default() -> None:
    """docs/configuration.md"""
    page = (Path(__file__).parents[2] / "docs/configuration.md").read_text(encoding="utf-8")
    rows = re.findall(r"^\| (`[a-z_`, ]+`) \| (.*?) \|", page, re.M)
    listed: dict[str, str] = {}
    for names, defaults in rows:
        keys = re.findall(r"`(\w+)`", names)
        values = re.findall(r"`([^`]+)`", defaults) or [""]
        assert len(keys) == len(values), names
        listed.update(zip(keys, values, strict=True))
    assert listed == {
        field.name: shown(getattr(Config(), field.name)) for field in msgspec.structs.fields(Config)
    }


def shown(value: object) -> str:
    match value:
        case bool():
            return str(value).lower()
        case tuple():
            return ",".join(value)
        case float():
            return f"{value:g}"
        case _:
            return str(value)


def test_a_flag_with_a_fault() -> None:
    with pytest.raises(ConfigError, match="flags: port = -1: Expected `int` >= 0"):
        load_config(None, {}, {"port": -1})


def test_the_names_of_databases() -> None:
    assert database_path("a/b.db") == "a/b.db"
    assert database_path(":memory:") == ":memory:"
    assert database_path("sqlite:///b.db") == "b.db"
    assert database_path("sqlite:////var/b.db") == "/var/b.db"
    assert database_path("postgresql://u:p@host/name") == "postgresql://u:p@host/name"
    for wrong in ("mysql://host/name", "sqlite://b.db", "sqlite:///"):
        with pytest.raises(ConfigError, match=r"flags: db: .*allowed: a path, :memory:, "):
            load_config(None, {}, {"db": wrong})


@pytest.mark.parametrize(
    "address",
    [
        "postgresql://u:geheim@host/name",
        "postgresql://u:geheim@host:5432/name?sslmode=require",
        "postgresql://u:geh/eim@host/name",
        "postgresql://u:geh@eim@host/name",
        "postgresql:///name?user=u&password=geheim",
        "mysql://u:geheim@host/name",
    ],
)
def test_a_password_is_not_shown(address: str) -> None:
    shown = without_password(address)
    assert "u" in shown
    assert "name" in shown
    assert "geh" not in shown
    assert "eim" not in shown


def test_an_address_that_libpq_would_read_otherwise() -> None:
    for wrong in ("postgresql://u:geh@eim@host/name", "postgresql://u:geh/eim@host/name"):
        with pytest.raises(ConfigError, match="before the host are %40 %2F") as error:
            load_config(None, {}, {"db": wrong})
        assert "geh" not in str(error.value)
    with pytest.raises(ConfigError) as error:
        load_config(None, {}, {"db": "mysql://u:geheim@host/name"})
    assert "geheim" not in str(error.value)
