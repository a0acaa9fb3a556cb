"""The backing services: PostgreSQL, Redis and an SMTP relay, embedded unless the environment names them."""

from collections.abc import Iterator, Mapping
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass

from bin.local import outgoing_email, ports, postgres, programs, redis, secret
from bin.local.paths import ProductState

SERVICES: tuple[str, ...] = ("DATABASE_URL", "REDIS_URL", "SMTP_URL")


@dataclass(frozen=True)
class BackingServices:
    """The embedded programs in start order, and the settings that point to all three services."""

    programs: tuple[programs.Program, ...]
    settings: Mapping[str, str]
    inbox_url: str | None = None


def choose_services(
    state: ProductState,
    *,
    environment: dict[str, str],
    durable: bool = True,
    with_mail: bool = True,
    mail_port: int | None = None,
) -> BackingServices:
    """Uses the services that the environment names and embeds the others. `durable=False` is for temporary data."""
    embedded: list[programs.Program] = []
    settings = {name: environment[name] for name in SERVICES if name in environment}
    inbox_url = None
    if "DATABASE_URL" not in settings:
        password = secret.get_or_create(state.secrets / "postgres")
        cluster = postgres.Cluster(data=state.postgres, port=ports.reserve_port(), password=password, durable=durable)
        embedded.append(cluster.program(environment=environment))
        settings["DATABASE_URL"] = cluster.url
    if "REDIS_URL" not in settings:
        password = secret.get_or_create(state.secrets / "redis")
        server = redis.RedisServer(data=state.redis, port=ports.reserve_port(), password=password, durable=durable)
        embedded.append(server.program(environment=environment))
        settings["REDIS_URL"] = server.url
    if "SMTP_URL" not in settings and with_mail:
        web_port = (
            ports.choose_port(outgoing_email.WEB_PORT)
            if mail_port is None
            else ports.require_port(mail_port, option="--mail-port")
        )
        inbox = outgoing_email.Inbox(folder=state.inbox, smtp_port=ports.reserve_port(), web_port=web_port)
        way_out = outgoing_email.build_outgoing_relay(inbox, kept=state.kept_mail, environment=environment)
        embedded.extend(way_out.programs)
        settings |= {"SMTP_URL": way_out.smtp_url, **way_out.settings}
        inbox_url = inbox.web_url
    return BackingServices(programs=tuple(embedded), settings=settings, inbox_url=inbox_url)


@contextmanager
def run_services(backing: BackingServices, state: ProductState) -> Iterator[None]:
    """Runs the embedded programs during the block, without restarting them after a crash."""
    with ExitStack() as stack:
        for program in backing.programs:
            log = state.log / f"{program.name}.log"
            output = stack.enter_context(log.open("ab"))
            process = programs.start(program, output=output)
            stack.callback(programs.stop, program, process)
            programs.wait_until_ready(program, process, log=log)
        yield
