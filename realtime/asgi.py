"""The entry of the web process: sets Django up, then loads the application."""

import gc
import os
from importlib import import_module

import django

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "server.settings")
# What is loaded stays: to walk it again and again until garbage.take_over() would be a fifth of the start.
gc.disable()
django.setup()

composition = import_module("realtime.application")
application = composition.application
