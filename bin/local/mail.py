"""The way mail leaves a local start: into a catcher with a web inbox that stands in for the outside world."""

import shutil
from dataclasses import dataclass
from pathlib import Path

from bin.local import node, npm, places, ports, programs

PACKAGE = Path(__file__).parent / "mail"
WEB_PORT = 1080


@dataclass(frozen=True)
class Inbox:
    """The mail catcher: takes everything by SMTP, shows the newest 500 in a browser."""

    folder: Path
    smtp_port: int
    web_port: int

    @property
    def smtp_url(self) -> str:
        return f"smtp://{ports.LOOPBACK}:{self.smtp_port}"

    @property
    def web_url(self) -> str:
        return f"http://{ports.LOOPBACK}:{self.web_port}"

    def program(self, *, environment: dict[str, str]) -> programs.Program:
        script = PACKAGE / "inbox.cjs"
        arguments = (str(self.smtp_port), str(self.web_port), str(self.folder))
        return programs.Program(
            name="mail",
            argv=(str(places.NODE_BIN / "node"), str(script), *arguments),
            environment=environment,
            folder=places.MAIL_INSTALL,
            ready=lambda: ports.answers(self.smtp_port) and ports.answers(self.web_port),
            stop_seconds=5,
        )


@dataclass(frozen=True)
class WayOut:
    """What stands between our relay address and the inbox, first the one that the product sends to."""

    smtp_url: str
    programs: tuple[programs.Program, ...]


def way_out(inbox: Inbox, *, environment: dict[str, str]) -> WayOut:
    """What the product sends to. A scripted sink goes here: its program before the inbox's, its address instead."""
    return WayOut(smtp_url=inbox.smtp_url, programs=(inbox.program(environment=environment),))


def install(*, environment: dict[str, str]) -> None:
    """Puts the mail catcher's packages into the local folder."""
    places.MAIL_INSTALL.mkdir(parents=True, exist_ok=True)
    for name in npm.MANIFEST:
        shutil.copyfile(PACKAGE / name, places.MAIL_INSTALL / name)
    node.install()
    npm.install(places.MAIL_INSTALL, environment=environment)
