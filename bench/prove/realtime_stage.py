"""The team and the server of the realtime proof; needs Django to be set up."""

from tests.cast import Person, make_person, make_team
from tests.realtime.harness import Server


def person() -> Person:
    return make_person("Alice", make_team("Kopi"), role="admin")


def server() -> Server:
    return Server("realtime.asgi:application", DASH_LOG_LEVEL="ERROR")
