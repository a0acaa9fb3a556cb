"""compose.yaml: every container with the least that it needs. There is no Docker to ask; the file is read."""

import re
from ipaddress import ip_address, ip_network
from typing import Any

import pytest
import yaml

from bin.local import places

COMPOSE = yaml.safe_load((places.ROOT / "compose.yaml").read_text())
SERVICES: dict[str, dict[str, Any]] = COMPOSE["services"]
DOCKER = places.ROOT / "docker"
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


def test_nginx_has_fixed_addresses_and_is_the_only_trusted_one_of_its_networks() -> None:
    nginx = SERVICES["nginx"]["networks"]["front"]
    ranges = {
        subnet.version: (subnet, ip_network(each["ip_range"]))
        for each in COMPOSE["networks"]["front"]["ipam"]["config"]
        if (subnet := ip_network(each["subnet"]))
    }

    for version, address in ((4, nginx["ipv4_address"]), (6, nginx["ipv6_address"])):
        subnet, dynamic = ranges[version]
        assert ip_address(address) in subnet
        assert dynamic.subnet_of(subnet)  # type: ignore[arg-type]
        # Docker gives no other container this address.
        assert ip_address(address) not in dynamic
    for name in filter(of_product, SERVICES):
        trusted = SERVICES[name]["environment"]["DASH_TRUSTED_PROXIES"]
        assert trusted.split(",") == [nginx["ipv4_address"], nginx["ipv6_address"], "${TLS_PROXIES:-}"]


def test_nginx_reaches_the_web_processes_where_they_listen() -> None:
    dockerfile = (places.ROOT / "Dockerfile").read_text()

    assert re.search(r"^ENV BIND=0\.0\.0\.0 PORT=8000 ", dockerfile, flags=re.MULTILINE)
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
