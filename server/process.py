"""Starts a long-running process: `python -m server.process delivery.sender` runs server/delivery/wire/sender.py."""

import gc
import os
import sys
from importlib import import_module

import django
import structlog


def main(name: str) -> None:
    """Sets up Django and runs `main` of a module in an app's `wire`. `name` is `<app>.<module>`."""
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "server.settings")
    gc.disable()  # until server.core.daemon has loaded everything
    django.setup()
    structlog.contextvars.bind_contextvars(process=name)
    app, _, module = name.partition(".")
    import_module(f"server.{app}.wire.{module}").main()


if __name__ == "__main__":
    main(*sys.argv[1:])
