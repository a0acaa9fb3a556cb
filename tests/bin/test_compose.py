"""compose.yaml: every container has only the access that it needs. The tests read the file, without Docker."""

import json
import os
import re
import subprocess
from ipaddress import ip_address, ip_network
from pathlib import Path
from typing import Any
from uuid import UUID

import pytest
import yaml
from pytest_django.fixtures import Settings

import server.urls  # noqa: F401 -- makes the limits of bodies known
from bin.local import paths as places
from realtime import handshake
from server import large_bodies
from server.core import bodies
from server.core import headers as product_headers
from server.core.errors import ApiError, BodyTooLarge, TooManyRequests
from server.transactional.intake import message_memory

COMPOSE = yaml.safe_load((places.ROOT / "compose.yaml").read_text())
SERVICES: dict[str, dict[str, Any]] = COMPOSE["services"]
DOCKER = places.ROOT / "docker"
DOCKERFILE = (places.ROOT / "Dockerfile").read_text()
OPERATIONS = (places.ROOT / "docs" / "operations.md").read_text()
SNIPPETS = {path.name: path.read_text() for path in (DOCKER / "nginx").iterdir()}
# Settings that differ between the containers.
NETWORKS = {
    "migrate": {"back"},
    "beat": {"back"},
    "web": {"front", "back"},
    "nginx": {"front"},
    "postgres": {"back"},
    "redis": {"back"},
    "mail": {"out"},
}
PUBLISHED = {"nginx", "smtp", "mail"}
OWNER_PASSWORD, APP_PASSWORD = "DATABASE_OWNER_PASSWORD", "DATABASE_APP_PASSWORD"


def test_images_have_versions_and_the_documents_say_how_to_pin_them() -> None:
    images = {service["image"] for service in SERVICES.values()} - {"dashboard-smtp"}
    bases = re.findall(r"^FROM (\S+)", DOCKERFILE, flags=re.MULTILINE)
    [listed] = re.findall(r"^for image in (.*); do$", OPERATIONS, flags=re.MULTILINE)

    assert [image for image in images if not re.search(r":\d+\.\d+", image)] == []
    assert [image for image in bases if not re.search(r":\d+", image)] == []
    assert sorted(listed.split()) == sorted([*images, *bases])


def of_product(name: str) -> bool:
    return SERVICES[name].get("image") == "dashboard-smtp"


def text_of(name: str) -> str:
    return yaml.safe_dump(SERVICES[name])


@pytest.mark.parametrize("name", SERVICES)
def test_a_service_has_no_right_that_it_does_not_need(name: str) -> None:
    service = SERVICES[name]

    assert service["read_only"] is True
    assert service["cap_drop"] == ["ALL"]
    assert "cap_add" not in service
    assert "privileged" not in service
    assert service["security_opt"] == ["no-new-privileges:true"]
    assert re.fullmatch(r"[1-9]\d*:[1-9]\d*", service["user"])
    assert not {"network_mode", "pid", "ipc", "devices"} & service.keys()
    assert not [volume for volume in service.get("volumes", []) if "docker.sock" in volume]


@pytest.mark.parametrize("name", SERVICES)
def test_a_service_can_use_up_a_part_of_the_machine_only(name: str) -> None:
    service = SERVICES[name]

    assert 0 < service["pids_limit"] <= 512
    assert re.fullmatch(r"(\$\{[A-Z]+_MEMORY:-)?[1-9]\d*[mg]\}?", service["mem_limit"])


@pytest.mark.parametrize("name", [name for name in SERVICES if of_product(name)])
def test_pools_for_each_processor_stay_below_the_limit_of_threads(name: str) -> None:
    environment = SERVICES[name]["environment"]
    threads = {environment[each] for each in ("POLARS_MAX_THREADS", "RAYON_NUM_THREADS")}

    assert threads == {"${CPU_THREADS:-4}"}
    # A worker is three processes. Beside three pools of Polars and one of rayon, each has at most asyncio's default of
    # 32 threads and a few of jemalloc and Polars.
    assert SERVICES[name]["pids_limit"] >= 3 * (4 * 4 + 40)
    assert "--concurrency ${WORKERS:-2} " in (places.ROOT / "Procfile").read_text()


def memory_megabytes(name: str) -> int:
    found = re.fullmatch(r"(?:\$\{[A-Z]+_MEMORY:-)?(\d+)([mg])\}?", SERVICES[name]["mem_limit"])
    assert found is not None
    return int(found[1]) * (1024 if found[2] == "g" else 1)


def temporary_megabytes(tmpfs: str) -> int:
    """Docker's default would be half of the machine's memory."""
    found = re.search(r"[:,]size=(\d+)m(,|$)", tmpfs)
    assert found is not None, tmpfs
    return int(found[1])


@pytest.mark.parametrize("name", SERVICES)
def test_temporary_files_in_memory_leave_the_process_at_least_half(name: str) -> None:
    sizes = [temporary_megabytes(each) for each in SERVICES[name]["tmpfs"]]

    assert sum(sizes) * 2 <= memory_megabytes(name)


def test_a_web_process_has_the_space_and_memory_for_the_bodies_that_it_holds(settings: Settings) -> None:
    [tmpfs] = SERVICES["web"]["tmpfs"]
    bodies_of_process, cache = settings.WEB_BODIES_BYTES >> 20, settings.SEGMENT_CACHE_BYTES >> 20
    copies = settings.WEB_THREADS * large_bodies.IMPORT_BYTES >> 20
    messages = message_memory.MAX_BYTES >> 20

    assert tmpfs.startswith("/tmp:")  # noqa: S108 -- a mount of a container
    assert temporary_megabytes(tmpfs) >= bodies_of_process + copies
    # Half a gigabyte for the process itself.
    assert temporary_megabytes(tmpfs) + bodies_of_process + cache + messages + 512 <= memory_megabytes("web")
    assert f"{messages} MB for messages that are composed" in OPERATIONS
    assert max(map(bodies.get_max_bytes, bodies.list_allowed_paths())) <= settings.WEB_BODIES_BYTES


@pytest.mark.parametrize("name", SERVICES)
def test_a_service_is_in_the_networks_that_it_needs(name: str) -> None:
    service = SERVICES[name]

    assert set(service["networks"]) == NETWORKS.get(name, {"back", "out"})
    assert bool(service.get("ports")) is (name in PUBLISHED)


@pytest.mark.parametrize("name", SERVICES)
def test_what_is_mounted_from_the_machine_is_read_only(name: str) -> None:
    volumes: list[str] = SERVICES[name].get("volumes", [])

    assert [each for each in volumes if each.startswith((".", "/")) and not each.endswith(":ro")] == []


@pytest.mark.parametrize("name", SERVICES)
def test_a_service_knows_the_password_of_its_own_role_only(name: str) -> None:
    known = set(re.findall(r"\$\{([A-Z_]*PASSWORD)", text_of(name)))

    assert known == {
        "postgres": {"POSTGRES_PASSWORD", OWNER_PASSWORD, APP_PASSWORD},
        "migrate": {OWNER_PASSWORD, "REDIS_PASSWORD"},
        "redis": {"REDIS_PASSWORD"},
        "nginx": set(),
        "mail": set(),
    }.get(name, {APP_PASSWORD, "REDIS_PASSWORD"})


def test_the_database_and_redis_reach_nothing_outside() -> None:
    assert COMPOSE["networks"]["back"]["internal"] is True
    assert "front" not in {*SERVICES["postgres"]["networks"], *SERVICES["redis"]["networks"]}


def is_reached_from_outside(port: str) -> bool:
    return not port.startswith("127.0.0.1:")


@pytest.mark.parametrize("name", SERVICES)
def test_a_port_that_ipv6_clients_reach_is_in_a_network_with_ipv6(name: str) -> None:
    if not [port for port in SERVICES[name].get("ports", []) if is_reached_from_outside(port)]:
        return
    networks = [
        network for each in SERVICES[name]["networks"] if not (network := COMPOSE["networks"][each]).get("internal")
    ]

    assert networks
    for network in networks:
        assert network["enable_ipv6"] is True
        subnets = [ip_network(each["subnet"]) for each in network["ipam"]["config"]]
        assert [each.is_private for each in subnets if each.version == 6] == [True]


def test_services_with_such_ports_listen_on_both_families() -> None:
    assert SERVICES["smtp"]["environment"]["DASH_SMTP_BIND"] == "0.0.0.0,::"
    for mode in ("http", "https"):
        listen = re.findall(r"^    listen (.*);$", SNIPPETS[f"{mode}.conf.template"], flags=re.MULTILINE)
        assert listen
        assert listen[1::2] == [f"[::]:{each}" for each in listen[::2]]


def test_nginx_has_fixed_addresses_and_is_trusted_at_them_alone() -> None:
    nginx = SERVICES["nginx"]["networks"]["front"]
    ranges = {
        subnet.version: (subnet, ip_network(each["ip_range"]), each["gateway"])
        for each in COMPOSE["networks"]["front"]["ipam"]["config"]
        if (subnet := ip_network(each["subnet"]))
    }

    for address in (nginx["ipv4_address"], nginx["ipv6_address"]):
        subnet, dynamic, gateway = ranges[ip_address(address).version]
        # The documented address. Without it Docker would choose one of the dynamic addresses.
        assert ip_address(gateway) == subnet[1]
        assert f"`{gateway}`" in OPERATIONS
        assert ip_address(address) in subnet
        assert dynamic[0] in subnet
        assert dynamic[-1] in subnet
        # Docker gives no other container this address.
        assert ip_address(address) not in dynamic
    for name in filter(of_product, SERVICES):
        trusted = SERVICES[name]["environment"]["DASH_TRUSTED_PROXIES"]
        assert trusted.split(",") == [nginx["ipv4_address"], nginx["ipv6_address"], "${TLS_PROXIES:-}"]


def test_nginx_reaches_the_web_processes_where_they_listen() -> None:
    assert re.search(r"^ENV BIND=0\.0\.0\.0 PORT=8000 ", DOCKERFILE, flags=re.MULTILINE)
    assert "set $web http://web:8000;" in SNIPPETS["proxy.inc"]
    assert re.search(r"^resolver 127\.0\.0\.11 .*ipv6=off;", SNIPPETS["common.inc"], flags=re.MULTILINE)
    assert {name for name in SERVICES if "front" in SERVICES[name]["networks"]} == {"nginx", "web"}


def test_only_migrations_run_as_the_owner_of_the_tables() -> None:
    users = {
        name: re.search(r"postgresql://(\w+):", SERVICES[name]["environment"]["DATABASE_URL"])
        for name in SERVICES
        if of_product(name)
    }

    assert {name for name, found in users.items() if found and found[1] == "dashboard_owner"} == {"migrate"}
    assert {found[1] for name, found in users.items() if found and name != "migrate"} == {"dashboard_app"}


def test_redis_asks_for_a_password_that_is_no_argument_and_has_a_bound() -> None:
    redis, start = SERVICES["redis"], (DOCKER / "redis" / "start").read_text()

    assert "REDIS_PASSWORD" not in yaml.safe_dump([redis["command"], redis["entrypoint"]])
    assert "requirepass" in start
    assert redis["command"][redis["command"].index("--maxmemory") + 1] == "${REDIS_MAXMEMORY:-512mb}"
    assert redis["command"][redis["command"].index("--maxmemory-policy") + 1] == "noeviction"


def test_every_secret_must_be_given() -> None:
    text = (places.ROOT / "compose.yaml").read_text()
    secrets = set(re.findall(r"\$\{([A-Z_]*(?:PASSWORD|SECRET_KEY))[:}]", text))

    required = {name for name in secrets if f"${{{name}:?" in text}
    assert required == {
        "DASH_SECRET_KEY", "POSTGRES_PASSWORD", OWNER_PASSWORD, APP_PASSWORD, "REDIS_PASSWORD",
    }  # fmt: skip
    assert not {name for name in required if f"${{{name}}}" in text or f"${{{name}:-" in text}


def test_health_is_checked_where_others_wait_for_it() -> None:
    waited_for = {
        other
        for service in SERVICES.values()
        for other, how in service.get("depends_on", {}).items()
        if how["condition"] == "service_healthy"
    }

    assert waited_for == {name for name, service in SERVICES.items() if "healthcheck" in service}
    assert waited_for == {"web", "postgres", "redis"}


def test_what_is_mounted_is_there() -> None:
    mounted = {
        volume.split(":")[0]
        for service in SERVICES.values()
        for volume in service.get("volumes", [])
        if volume.startswith("./docker")
    }
    files = {name.replace("${NGINX_MODE", "http").split("-http}")[0] for name in mounted}

    assert "./docker/nginx/http:" not in files
    for name in mounted - {name for name in mounted if "${" in name}:
        assert (places.ROOT / name).exists(), name
    for mode in ("http", "https"):
        assert (DOCKER / "nginx" / f"{mode}.conf.template").exists()


@pytest.mark.parametrize("name", ["http.conf.template", "https.conf.template"])
def test_nginx_names_the_client_and_no_token(name: str) -> None:
    included = set(re.findall(r"include /etc/nginx/snippets/(\S+);", "".join(SNIPPETS.values())))
    servers = re.findall(r"^server \{$(.*?)^\}$", SNIPPETS[name], flags=re.MULTILINE | re.DOTALL)

    assert included <= SNIPPETS.keys()
    assert servers
    assert all("include /etc/nginx/snippets/server.inc;" in server for server in servers)
    assert "X-Forwarded-For $proxy_add_x_forwarded_for;" in SNIPPETS["proxy.inc"]
    assert "access_log /dev/stdout heads;" in SNIPPETS["server.inc"]
    assert "error_log /dev/stderr crit;" in SNIPPETS["common.inc"]
    log_format = re.search(r"log_format heads (.*?);", SNIPPETS["common.inc"], flags=re.DOTALL)
    assert log_format is not None
    for variable in ("request", "request_uri", "uri", "args", "http_referer"):
        assert not re.search(rf"\${variable}\b", log_format[1]), variable


def directives(block: str, name: str) -> list[str]:
    return re.findall(rf"^\s*{name} (.*);$", block, flags=re.MULTILINE)


def locations(snippet: str) -> dict[str, str]:
    """The body of each location by its modifier and path."""
    found = re.findall(r"^location (.*?) \{$(.*?)^\}$", SNIPPETS[snippet], flags=re.MULTILINE | re.DOTALL)
    return dict(found)


def inherits_headers(block: str) -> bool:
    """Whether the server's headers are sent in this location: a location with its own headers inherits none."""
    return not directives(block, "add_header")


def nginx_max_bytes(path: str) -> int:
    """nginx's body limit on a path of the app: by its exact location, else by the first matching pattern."""
    blocks = locations("app.inc")
    patterns = [each for each in blocks if each.startswith("~ ") and re.search(each[2:], path)]
    inside = blocks.get(f"= {path}") or blocks[(patterns or ["/"])[0]]
    outside = re.search(r"^client_max_body_size (\d+)m;", SNIPPETS["app.inc"], flags=re.MULTILINE)
    assert outside is not None
    own = re.search(r"client_max_body_size (\d+)m;", inside)
    return int((own or outside)[1]) << 20


def test_nginx_lets_through_every_body_that_the_product_takes() -> None:
    paths = [re.sub(r"\{\w+\}", "a-1", path) for path in bodies.list_allowed_paths()]

    assert "/trx-api/messages" in paths
    assert [path for path in paths if nginx_max_bytes(path) < bodies.get_max_bytes(path)] == []
    # Elsewhere little more than the product allows, so that one client can fill little space.
    for path in ("/", "/api/contacts/add", "/api/ab-test/a-1/start", "/trx-api/messages/a-1", "/trx-api/template/a-1"):
        assert bodies.get_max_bytes(path) == bodies.MAX_BODY_BYTES
        assert bodies.MAX_BODY_BYTES < nginx_max_bytes(path) <= 2 * bodies.MAX_BODY_BYTES


def test_nginx_refuses_with_the_errors_of_the_product() -> None:
    blocks = locations("app.inc")
    errors: dict[str, ApiError] = {
        "@too_large": BodyTooLarge(payload={"limitBytes": bodies.MAX_BODY_BYTES}),
        "@too_many": TooManyRequests(payload={"retryAfterSeconds": 1}),
    }

    for name, error in errors.items():
        found = re.search(r"return (\d+) '(.*)';", blocks[name])
        assert found is not None
        assert (int(found[1]), json.loads(found[2])) == (error.status, error.body())
        assert f"error_page {error.status} {name};" in SNIPPETS["app.inc"]
        assert inherits_headers(blocks[name]) or "include /etc/nginx/snippets/headers.inc;" in blocks[name]
    assert "Retry-After 1 always" in directives(blocks["@too_many"], "add_header")
    assert directives(SNIPPETS["buffers.inc"], "limit_conn_status") == ["429"]


def map_in(snippet: str, variable: str) -> tuple[str, dict[str, str]]:
    """The source of a map and its values by its keys."""
    block = re.search(
        rf'^map "?([^{{"]*?)"? \{variable} \{{$(.*?)^\}}$', SNIPPETS[snippet], flags=re.MULTILINE | re.DOTALL
    )
    assert block is not None
    rules = re.findall(r'^\s+"?(.*?)"? ("[^"]*"|\S+);$', block[2], flags=re.MULTILINE)
    return block[1], {key: value.strip('"') for key, value in rules}


def test_nginx_sends_the_security_headers_of_the_product_with_its_own_responses(settings: Settings) -> None:
    settings.APP_ORIGINS = ["https://app.example"]
    product_headers._build_headers_by_host.cache_clear()
    expected = {name.decode(): value.decode() for name, value in product_headers.get_security_headers("app.example")}
    product_headers._build_headers_by_host.cache_clear()
    variables = dict(re.findall(r"^add_header (\S+) (\$own_\w+) always;$", SNIPPETS["headers.inc"], flags=re.MULTILINE))
    secure = variables.pop("Strict-Transport-Security")

    sent = {}
    for name, variable in variables.items():
        source, values = map_in("common.inc", variable)
        # The product's responses have their own headers.
        assert (source, set(values), values["default"]) == (
            "$upstream_http_x_content_type_options",
            {"", "default"},
            "",
        )
        sent[name.lower()] = values[""]

    source, values = map_in("common.inc", secure)
    [pattern] = [each for each in values if each.startswith("~")]
    assert source == "$https:$server_name:$upstream_http_x_content_type_options"
    assert values["default"] == ""
    assert {**sent, "strict-transport-security": values[pattern]} == expected
    assert re.search(pattern[1:], "on:app.example:")
    # Without TLS, for a host of a team, and by the product.
    for other in (":app.example:", "on::", "on:app.example:nosniff"):
        assert not re.search(pattern[1:], other)


def test_every_response_of_nginx_has_the_headers() -> None:
    include = "include /etc/nginx/snippets/headers.inc;"
    blocks = {(name, path): block for name in ("app.inc", "links.inc") for path, block in locations(name).items()}
    templates = [SNIPPETS[f"{mode}.conf.template"] for mode in ("http", "https")]

    # On each server, so also for errors before a location is chosen and for the redirect to https.
    assert re.search(rf"^{re.escape(include)}$", SNIPPETS["server.inc"], flags=re.MULTILINE)
    assert [each for each, block in blocks.items() if not inherits_headers(block) and include not in block] == []
    assert not any("add_header" in each for each in (*templates, SNIPPETS["server.inc"], SNIPPETS["proxy.inc"]))
    assert "return 308 " in templates[1]
    # The product sets this header if it has sent its own.
    assert (b"x-content-type-options", b"nosniff") in product_headers.get_security_headers("links.team.example")


def test_nginx_has_connections_for_websockets_and_workers_within_its_memory() -> None:
    nginx, main = SERVICES["nginx"], SNIPPETS["nginx.conf"]

    assert "./docker/nginx/nginx.conf:/etc/nginx/nginx.conf:ro" in nginx["volumes"]
    assert directives(main, "include") == ["/etc/nginx/mime.types", "/etc/nginx/conf.d/*.conf"]
    [workers], [connections] = directives(main, "worker_processes"), directives(main, "worker_connections")
    # Files of buffers beside them.
    assert 2 * int(connections) <= nginx["ulimits"]["nofile"]
    # A websocket uses two, and the documents name the number.
    assert int(workers) * int(connections) // 2 == 32_768
    assert "allows 32,768 |" in OPERATIONS
    assert f"`NGINX_MEMORY` | `{memory_megabytes('nginx')}m`" in OPERATIONS
    # A connection with its events takes under 1 kB of memory from the start.
    assert int(workers) * int(connections) >> 10 <= memory_megabytes("nginx") // 4


def test_nginx_buffers_are_on_disk() -> None:
    nginx, buffers = SERVICES["nginx"], SNIPPETS["buffers.inc"]

    for name in ("client_body_temp_path", "proxy_temp_path"):
        [path] = directives(buffers, name)
        assert path.startswith("/buffers/")
    assert "include /etc/nginx/snippets/buffers.inc;" in SNIPPETS["common.inc"]
    # Without buffering, slow clients would occupy the space, memory and connections of a web process.
    assert [name for name, text in SNIPPETS.items() if re.search(r"proxy_(request_)?buffering", text)] == []
    assert "buffers:/buffers" in nginx["volumes"]
    assert "buffers" in COMPOSE["volumes"]
    # nginx's user can write there: Docker takes the owner from the image that is mounted over first.
    assert "buffers:/data/buffers" in SERVICES["migrate"]["volumes"]
    assert re.search(r"install -d -o dashboard -g dashboard .*/data/buffers$", DOCKERFILE, flags=re.MULTILINE)
    assert nginx["user"] == SERVICES["migrate"]["user"]
    assert [temporary_megabytes(each) for each in nginx["tmpfs"]] == [1, 1, 1]


def test_nginx_bounds_what_one_client_can_hold() -> None:
    passing = {
        name: block
        for snippet in ("app.inc", "links.inc")
        for name, block in locations(snippet).items()
        if "proxy.inc" in block
    }
    held = {name: tuple(directives(block, "limit_conn")) for name, block in passing.items()}

    # The product limits websockets, which stay open.
    assert held.pop("= /socket.io/") == ()
    assert directives(passing["= /socket.io/"], "client_max_body_size") == ["1k"]
    assert handshake.PATH == "/socket.io/"
    assert {each[:2] for each in held.values()} == {("requests 400", "site_requests 1600")}
    large = {name: each for name, each in held.items() if "client_max_body_size" in passing[name]}
    assert {each[2:] for each in large.values()} == {("uploads 10", "site_uploads 40")}
    long = {name: each for name, each in held.items() if "proxy_max_temp_file_size" in passing[name]}
    assert {each[2:] for each in long.values()} == {("downloads 8", "site_downloads 32")}
    assert directives(SNIPPETS["buffers.inc"], "proxy_max_temp_file_size") == ["4m"]
    for name, value in (("client_header_timeout", "15s"), ("client_body_timeout", "30s"), ("send_timeout", "30s")):
        assert directives(SNIPPETS["server.inc"], name) == [value]


@pytest.mark.parametrize("route", ["contacts/export/file", "reports/file", "events/export/file"])
def test_downloads_have_a_bound_of_their_own(route: str) -> None:
    patterns = [name for name, block in locations("app.inc").items() if "limit_conn downloads" in block]

    assert [bool(re.search(each[2:], f"/api/{route}/WyJhIl0")) for each in patterns] == [True]
    assert [bool(re.search(each[2:], f"/api/{route}")) for each in patterns] == [False]


@pytest.mark.parametrize("part", ["errors", "kept"])
def test_files_about_an_import_are_downloads(part: str) -> None:
    [pattern] = [name for name, block in locations("app.inc").items() if "limit_conn downloads" in block]

    assert re.search(pattern[2:], f"/api/contacts/import/{UUID(int=1)}/{part}")
    assert not re.search(pattern[2:], f"/api/contacts/import/{UUID(int=1)}")


def map_of(variable: str) -> dict[str, str]:
    block = re.search(
        rf'map "?[^{{]*"? \{variable} \{{$(.*?)^\}}$', SNIPPETS["buffers.inc"], flags=re.MULTILINE | re.DOTALL
    )
    assert block is not None
    return dict(re.findall(r'^\s+"?(.*?)"? (\S+);$', block[1], flags=re.MULTILINE))


@pytest.mark.parametrize(
    ("address", "client"),
    [
        ("203.0.113.9", "203.0.113.9"),
        ("2001:db8:1:2::1", "2001:db8:1:2::"),
        ("2001:db8:1:2:ffff::9", "2001:db8:1:2::"),
        ("2001:db8::1", "2001:db8::"),
        # A line feed byte.
        ("2001:a0a:a0a:a0a::1", "2001:a0a:a0a:a0a::"),
    ],
)
def test_nginx_counts_by_address_and_by_64(address: str, client: str) -> None:
    rules = map_of("$client")
    [pattern] = [each for each in rules if each.startswith("~")]
    packed = ip_address(address).packed

    found = re.search(pattern[1:].replace("(?<", "(?P<").encode(), packed)
    key = found["prefix"] if found else packed

    assert (rules["default"], rules[pattern]) == ("$binary_remote_addr", "$prefix")
    assert key == ip_address(client).packed[: len(key)]
    assert len(key) == (8 if ":" in address else 4)


@pytest.mark.parametrize(
    ("address", "site"),
    [
        ("203.0.113.9", ""),
        ("2001:db8:1:2::1", "2001:db8:1::"),
        ("2001:db8:1:ffff::9", "2001:db8:1::"),
        ("2001:a0a:a0a:a0a::1", "2001:a0a:a0a::"),
    ],
)
def test_nginx_counts_by_48_as_well(address: str, site: str) -> None:
    rules = map_of("$site")
    [pattern] = [each for each in rules if each.startswith("~")]
    packed = ip_address(address).packed

    found = re.search(pattern[1:].replace("(?<", "(?P<").encode(), packed)

    # An empty key is not counted.
    assert (rules["default"], rules[pattern]) == ('""', "$site_prefix")
    assert (found["site_prefix"] if found else b"") == (ip_address(site).packed[:6] if site else b"")
    assert directives(SNIPPETS["buffers.inc"], "limit_conn_zone") == [
        *("$client zone=requests:10m", "$upload_client zone=uploads:10m", "$client zone=downloads:10m"),
        *("$site zone=site_requests:10m", "$upload_site zone=site_uploads:10m", "$site zone=site_downloads:10m"),
    ]


@pytest.mark.parametrize(
    ("content_length", "counts"),
    [("0", False), ("1999999", False), ("2000000", True), ("41943040", True), ("", True)],
)
def test_nginx_counts_uploads_that_are_or_can_be_large(content_length: str, counts: bool) -> None:
    rules = map_of("$upload_client")
    patterns = [each for each in rules if each.startswith("~")]
    matching = [rules[each] for each in patterns if re.search(each[1:], content_length)]

    assert [*matching, rules["default"]][0] == ("$client" if counts else '""')
    assert map_of("$upload_site") == {"default": "$site", **{each: rules[each] for each in patterns}}


@pytest.mark.parametrize(
    ("request_line", "is_small"),
    [
        ("GET ", True),
        ("HEAD ", True),
        ("DELETE 1999999", True),
        # Its length is only checked after the upload's location is chosen.
        ("GET 2000000", False),
        ("GET 48000000", False),
        ("POST ", False),
        ("PUT 5", False),
    ],
)
def test_nginx_counts_a_small_read_as_no_upload(request_line: str, is_small: bool) -> None:
    [pattern] = [each for each in map_of("$is_small_read") if each.startswith("~")]
    [upload] = [block for block in locations("app.inc").values() if "limit_conn uploads" in block]

    assert bool(re.search(pattern[1:], request_line)) is is_small
    assert map_of("$is_small_read") == {"default": '""', pattern: "1"}
    assert re.search(r"if \(\$is_small_read\) \{\s+return 418;\s+\}", upload)
    assert directives(SNIPPETS["app.inc"], "error_page")[-1] == "418 = @without_large_body"
    assert directives(SNIPPETS["app.inc"], "recursive_error_pages") == ["on"]
    assert "client_max_body_size" not in locations("app.inc")["@without_large_body"]


def test_clients_of_a_trusted_proxy_count_by_their_own_addresses(tmp_path: Path) -> None:
    nginx, file = SERVICES["nginx"], tmp_path / "proxies.conf"
    script = DOCKER / "nginx" / "proxies"

    proxies = {"TLS_PROXIES": "203.0.113.5, 2001:db8::/32", "PROXIES_FILE": str(file)}
    subprocess.run([script], env={"PATH": os.environ["PATH"], **proxies}, check=True)

    assert file.read_text().splitlines() == [
        "real_ip_header X-Forwarded-For;",
        "real_ip_recursive on;",
        "set_real_ip_from 203.0.113.5;",
        "set_real_ip_from 2001:db8::/32;",
    ]
    assert "./docker/nginx/proxies:/docker-entrypoint.d/30-proxies.sh:ro" in nginx["volumes"]
    assert nginx["environment"]["TLS_PROXIES"] == "${TLS_PROXIES:-}"
    assert "PROXIES_FILE:-/etc/nginx/conf.d/proxies.conf" in script.read_text()


@pytest.mark.parametrize(
    ("origin", "mode", "proxies", "starts"),
    [
        ("https://app.example", "http", "", False),
        ("https://app.example", "http", " , ", False),
        ("http://localhost:8080, https://app.example", "http", "", False),
        ("https://app.example", "http", "203.0.113.5", True),
        ("https://app.example", "https", "", True),
        ("http://localhost:8080", "http", "", True),
    ],
)
def test_nginx_does_not_start_where_all_clients_would_have_the_address_of_the_tls_proxy(
    tmp_path: Path, origin: str, mode: str, proxies: str, starts: bool
) -> None:
    file = tmp_path / "proxies.conf"
    own = {"APP_ORIGIN": origin, "NGINX_MODE": mode, "TLS_PROXIES": proxies, "PROXIES_FILE": str(file)}

    run = subprocess.run(
        [DOCKER / "nginx" / "proxies"],
        env={"PATH": os.environ["PATH"], **own},
        check=False,
        capture_output=True,
        text=True,
    )

    assert (run.returncode == 0, file.exists()) == (starts, starts)
    assert run.stderr == (
        ""
        if starts
        else "TLS_PROXIES is empty, but APP_ORIGIN uses https and NGINX_MODE is http. Without it, every client appears"
        " to have the address of the TLS proxy. Enter the addresses of the proxy, or set NGINX_MODE=https.\n"
    )
    # The values for the product and for the choice of the template.
    environment = SERVICES["nginx"]["environment"]
    assert environment["APP_ORIGIN"] == SERVICES["web"]["environment"]["DASH_APP_ORIGINS"]
    assert f"/{environment['NGINX_MODE']}.conf.template:" in text_of("nginx")


@pytest.mark.parametrize(
    ("path", "logged"),
    [
        ("/", "/"),
        ("/api/ping", "/api/ping"),
        ("/api/contacts/hYb2c/x", "/api/contacts/*"),
        ("/reset-password/hYb2c", "/reset-password/*"),
        ("/reset-password", "/reset-password"),
        ("/manage-subscription/WyJ", "/manage-subscription/*"),
        ("/hYb2c-3_d", "/*"),
        ("/c/Abc/1", "/c/*"),
    ],
)
def test_the_map_of_nginx_leaves_the_head_of_a_path(path: str, logged: str) -> None:
    block = re.search(r"map \$uri \$logged_path \{(.*?)^\}", SNIPPETS["common.inc"], flags=re.MULTILINE | re.DOTALL)
    assert block is not None
    rules = re.findall(r'^\s+"?(.*?)"? "(.*)";$', block[1], flags=re.MULTILINE)
    exact = {source: value for source, value in rules if not source.startswith("~")}

    value = exact.get(path)
    for source, template in rules:
        if value is None and source.startswith("~"):
            found = re.search(source[1:].replace("(?<", "(?P<"), path)
            if found:
                value = re.sub(r"\$(\w+)", lambda name: found[name[1]], template)  # noqa: B023 -- called at once
    assert (value or exact["default"]) == logged
