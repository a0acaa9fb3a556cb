"""Services accept and return domain types: schemas belong to the code that converts requests and responses."""

from tests.architecture.test_layers import ROOT, imports, modules


def is_service(path: str) -> bool:
    """Whether the module is one of an app's services, or of a package at their rank."""
    return path.endswith("/services.py") or "/services/" in path or path.startswith("server/transactional/intake/")


def imports_schemas(names: list[str]) -> bool:
    """Whether one of the imported names belongs to an app's schemas. The base classes of core do not count."""
    return any("schemas" in name.split(".") for name in names if not name.startswith("server.core."))


def test_services_import_no_schemas() -> None:
    found = {
        path.relative_to(ROOT).as_posix()
        for path in modules()
        if is_service(path.relative_to(ROOT).as_posix()) and imports_schemas(imports(path))
    }

    assert found == set(), "take and return domain types instead"


def test_the_rule_sees_an_import_of_schemas() -> None:
    assert is_service("server/transactional/services/keys.py")
    assert is_service("server/help/services.py")
    assert is_service("server/transactional/intake/store.py")
    assert not is_service("server/transactional/http_submissions.py")
    assert imports_schemas(["server.help.schemas.ContactUsIn"])
    assert imports_schemas(["server.contacts.schemas.contacts.ContactIn"])
    assert not imports_schemas(["server.core.schemas.Schema", "server.help.services.send"])
