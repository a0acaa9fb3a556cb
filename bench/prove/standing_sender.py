"""A sender with the origin of the proof: `python -m bench.prove.standing_sender`."""

import os

import django

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "server.settings")
django.setup()

from bench.prove import standing_origin  # noqa: E402 -- after Django is set up
from server.delivery.wire import sender  # noqa: E402


def main() -> None:
    standing_origin.register()
    sender.main()


if __name__ == "__main__":
    main()
