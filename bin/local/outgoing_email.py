"""Outgoing email of a local start: through a sink that simulates receiving servers, into a web inbox."""

import shutil
from collections.abc import Mapping
from dataclasses import dataclass
from itertools import chain
from pathlib import Path

from bin.local import node, npm, paths, ports, programs

PACKAGE = Path(__file__).parent / "mail"
WEB_PORT = 1080


@dataclass(frozen=True)
class Inbox:
    """A web inbox that accepts all messages by SMTP and shows the newest 500 in a browser."""

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
            argv=(str(paths.NODE_BIN / "node"), str(script), *arguments),
            environment=environment,
            folder=paths.EMAIL_INSTALL,
            ready=lambda: ports.is_accepting(self.smtp_port) and ports.is_accepting(self.web_port),
            stop_seconds=5,
        )


@dataclass(frozen=True)
class LocalSink:
    """The relay of a local start. Rejects some addresses by rule, stores each email until `bin/manage simulate` reads
    it, and forwards it to the inbox."""

    port: int
    kept: Path
    inbox_port: int

    @property
    def url(self) -> str:
        return f"smtp://{ports.LOOPBACK}:{self.port}"

    def program(self, *, environment: dict[str, str]) -> programs.Program:
        arguments = {
            "--port": str(self.port),
            "--rules": str(PACKAGE / "rules.json"),
            "--keep": str(self.kept),
            "--forward": f"{ports.LOOPBACK}:{self.inbox_port}",
        }
        return programs.Program(
            name="sink",
            argv=(str(paths.VENV / "bin" / "python"), "-m", "bench.sink", *chain.from_iterable(arguments.items())),
            environment={**environment, "PYTHONPATH": str(paths.ROOT)},
            folder=paths.ROOT,
            ready=lambda: ports.is_accepting(self.port),
            stop_seconds=5,
        )


@dataclass(frozen=True)
class OutgoingRelay:
    """The programs behind our relay address. The inbox comes first, because the others depend on it."""

    smtp_url: str
    programs: tuple[programs.Program, ...]
    settings: Mapping[str, str]


def build_outgoing_relay(inbox: Inbox, *, kept: Path, environment: dict[str, str]) -> OutgoingRelay:
    sink = LocalSink(port=ports.reserve_port(), kept=kept, inbox_port=inbox.smtp_port)
    return OutgoingRelay(
        smtp_url=sink.url,
        programs=(inbox.program(environment=environment), sink.program(environment=environment)),
        settings={"DASH_STORED_EMAIL_FOLDER": str(kept)},
    )


def install(*, environment: dict[str, str]) -> None:
    paths.EMAIL_INSTALL.mkdir(parents=True, exist_ok=True)
    for name in npm.MANIFEST:
        shutil.copyfile(PACKAGE / name, paths.EMAIL_INSTALL / name)
    node.install()
    npm.install(paths.EMAIL_INSTALL, environment=environment)
