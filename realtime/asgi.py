"""The entry of the web process: sets Django up, then loads the application."""

import gc
import os
from importlib import import_module

import django

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "server.settings")
# Until garbage.take_over(): collections while the process loads take a sixth of its start.
gc.disable()
django.setup()

composition = import_module("realtime.application")
application = composition.application
