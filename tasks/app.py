"""The entry of workers and beat: sets Django up, then loads the Celery application."""

import os
from importlib import import_module

import django

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "server.settings")
django.setup()

app = import_module("tasks.application").app
