"""docs/operations.md agrees with the code."""

import ast
import re

from bin.local import outgoing_email, paths, product

OPERATIONS = (paths.ROOT / "docs" / "operations.md").read_text()


def settings_read() -> set[str]:
    """The names that server/settings.py reads from the environment."""
    tree = ast.parse((paths.ROOT / "server" / "settings.py").read_text())
    return {
        call.args[0].value
        for call in ast.walk(tree)
        if isinstance(call, ast.Call)
        and isinstance(call.func, ast.Attribute)
        and isinstance(call.func.value, ast.Name)
        and call.func.value.id == "env"
        and call.args
        and isinstance(call.args[0], ast.Constant)
        and isinstance(call.args[0].value, str)
    }


def settings_listed() -> list[str]:
    """The names in the table of settings."""
    table = OPERATIONS.split("## Settings")[1].split("\n## ")[0]
    return re.findall(r"^\| `([A-Z_]+)` \|", table, flags=re.MULTILINE)


def test_every_setting_is_listed_once_and_none_besides() -> None:
    listed = settings_listed()

    assert len(listed) == len(set(listed))
    assert set(listed) == settings_read()


def test_every_variable_of_compose_is_listed_once_and_none_besides() -> None:
    read = set(re.findall(r"\$\{([A-Z][A-Z0-9_]*)", (paths.ROOT / "compose.yaml").read_text()))
    table = OPERATIONS.split("| in `.env` |")[1].split("\n\n")[0]
    listed = [
        name
        for row in re.findall(r"^\| (`[^|]+) \|", table, flags=re.MULTILINE)
        for name in re.findall(r"`(\w+)`", row)
    ]

    assert len(listed) == len(set(listed))
    assert set(listed) == read


def test_the_ports_are_those_of_the_commands() -> None:
    ports = OPERATIONS.split("### Ports")[1].split("###")[0]

    assert f"| {product.PORT} | the app" in ports
    assert f"| {outgoing_email.WEB_PORT} | web inbox" in ports


def test_every_command_is_described() -> None:
    commands = {file.name for file in (paths.ROOT / "bin").iterdir() if file.is_file() and not file.suffix}

    assert {name for name in commands if f"`bin/{name}" not in OPERATIONS} == set()
