"""Strict readers of environment variables: a missing or malformed value stops the process with a message."""

import os
import re
from collections.abc import Mapping
from ipaddress import ip_address, ip_network
from urllib.parse import urlsplit

PREFIX = "DASH_"


# 128 bits as hexadecimal digits. A shorter secret was typed by hand and can be guessed.
MIN_SECRET_CHARACTERS = 32


class InvalidSetting(SystemExit):
    """A setting of the environment is invalid. The message names the variable and the allowed values."""


def _require_secret(name: str, value: str) -> None:
    if len(value) < MIN_SECRET_CHARACTERS:
        raise InvalidSetting(f"{name} has a secret that is shorter than {MIN_SECRET_CHARACTERS} characters.")


class Environment:
    """Reads settings by name and records the known names, so that unknown ones can be rejected."""

    def __init__(self, source: Mapping[str, str] | None = None) -> None:
        self._source = os.environ if source is None else source
        self._known_names: set[str] = set()

    def text(self, name: str, default: str | None = None) -> str:
        """The unchanged value. Without a default the variable must be set."""
        self._known_names.add(name)
        value = self._source.get(name, default)
        if value is None:
            raise InvalidSetting(f"{name} is not set. It has no default.")
        return value

    def secret(self, name: str, default: str | None = None) -> str:
        """A key or token that can't be guessed. It never appears in an error message."""
        value = self.text(name, default)
        if value:
            _require_secret(name, value)
        elif default is None:
            raise InvalidSetting(f"{name} is empty. It has no default.")
        return value

    def secrets(self, name: str) -> list[str]:
        secrets = self.words(name)
        for secret in secrets:
            _require_secret(name, secret)
        return secrets

    def numbered_secrets(self, name: str) -> dict[int, str]:
        """A comma-separated list of `number:secret` with numbers from 1 to 255; empty by default."""
        secrets: dict[int, str] = {}
        for word in self.words(name):
            number, sign, secret = word.partition(":")
            if not sign or not re.fullmatch(r"[1-9]\d{0,2}", number, re.ASCII) or int(number) > 255:
                raise InvalidSetting(
                    f"{name} takes pairs such as 1:secret, separated by commas. The numbers are 1 to 255."
                )
            if int(number) in secrets:
                raise InvalidSetting(f"{name} has two secrets with the number {number}.")
            _require_secret(name, secret)
            secrets[int(number)] = secret
        return secrets

    def flag(self, name: str, *, default: bool) -> bool:
        value = self.text(name, "true" if default else "false")
        if value not in ("true", "false"):
            raise InvalidSetting(f"{name} is {value!r}. It takes true or false.")
        return value == "true"

    def whole(self, name: str, default: int, *, least: int = 0) -> int:
        value = self.text(name, str(default))
        if not value.isascii() or not value.isdecimal() or int(value) < least:
            raise InvalidSetting(f"{name} is {value!r}. It takes a whole number from {least}.")
        return int(value)

    def share(self, name: str, default: str) -> float:
        """A percentage from 0 to 100 with at most three decimal places, as a fraction of 1."""
        value = self.text(name, default)
        if not re.fullmatch(r"\d{1,3}(\.\d{1,3})?", value, re.ASCII) or float(value) > 100:
            raise InvalidSetting(f"{name} is {value!r}. It takes a percentage such as 0.3.")
        return float(value) / 100

    def words(self, name: str, default: str = "") -> list[str]:
        """A comma-separated list; spaces around the commas are removed."""
        return [word.strip() for word in self.text(name, default).split(",") if word.strip()]

    def ports(self, name: str) -> list[int]:
        words = self.words(name)
        if any(not word.isascii() or not word.isdecimal() or not 0 < int(word) < 65_536 for word in words):
            raise InvalidSetting(f"{name} is {','.join(words)!r}. It takes ports from 1 to 65535, separated by commas.")
        return [int(word) for word in words]

    def pairs(self, name: str) -> dict[str, str]:
        """A comma-separated list of `key=value`."""
        found = {}
        for word in self.words(name):
            key, sign, value = word.partition("=")
            if not sign or not key.strip() or not value.strip():
                raise InvalidSetting(f"{name} holds {word!r}. It takes pairs such as host=value, separated by commas.")
            found[key.strip()] = value.strip()
        return found

    def choice(self, name: str, default: str, choices: tuple[str, ...]) -> str:
        value = self.text(name, default)
        if value not in choices:
            raise InvalidSetting(f"{name} is {value!r}. It takes one of: {', '.join(choices)}.")
        return value

    def optional_url(self, name: str, schemes: tuple[str, ...]) -> str:
        return self.url(name, None, schemes) if self.text(name, "") else ""

    def url(self, name: str, default: str | None, schemes: tuple[str, ...]) -> str:
        value = self.text(name, default)
        parts = urlsplit(value)
        if parts.scheme not in schemes or not parts.netloc:
            raise InvalidSetting(f"{name} is {value!r}. It takes a URL that starts with {' or '.join(schemes)}://.")
        try:
            parts.port  # noqa: B018 -- reading it validates it
        except ValueError as error:
            raise InvalidSetting(f"{name} has a port that is not a number: {value!r}.") from error
        return value

    def networks(self, name: str) -> list[str]:
        """A comma-separated list of IP addresses and networks: `192.0.2.7`, `10.0.0.0/8`, `2001:db8::/32`."""
        networks = []
        for word in self.words(name):
            try:
                network = ip_network(word)
            except ValueError:
                raise InvalidSetting(
                    f"{name} holds {word!r}. It takes IP addresses and networks such as 10.0.0.0/8."
                ) from None
            if network.prefixlen == 0:
                raise InvalidSetting(f"{name} holds {word!r}, which matches every address.")
            networks.append(str(network))
        return networks

    def host(self, name: str) -> str:
        value = self.text(name, "").strip().lower()
        if value and not re.fullmatch(r"(?=.{1,253}$)([a-z0-9_]([a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z0-9-]{2,63}", value):
            raise InvalidSetting(f"{name} is {value!r}. It must be a host name such as smtp.example.com.")
        return value

    def addresses(self, name: str, *, port: int) -> list[tuple[str, int]]:
        """A comma-separated list of IP addresses with ports: `127.0.0.1:53`, `[::1]:53`. The default port is `port`."""
        found = []
        for word in self.words(name):
            bracketed = re.fullmatch(r"\[([^\]]+)\](?::(\d{1,5}))?", word) or re.fullmatch(
                r"([^:]+)(?::(\d{1,5}))?", word
            )
            host, given = bracketed.groups() if bracketed else (word, None)
            try:
                found.append((str(ip_address(host)), int(given or port)))
            except ValueError:
                raise InvalidSetting(f"{name} holds {word!r}. It takes IP addresses such as 192.0.2.1:53.") from None
            if not 0 < found[-1][1] < 65536:
                raise InvalidSetting(f"{name} has a port that is not from 1 to 65535: {word!r}.")
        return found

    def refuse_unknown(self) -> None:
        """Stops the process if a variable with our prefix is unknown, most often because of a typo."""
        unknown = sorted(name for name in self._source if name.startswith(PREFIX) and name not in self._known_names)
        if unknown:
            raise InvalidSetting(f"Unknown setting: {', '.join(unknown)}. docs/operations.md lists those that exist.")
