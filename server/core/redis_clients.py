"""Clients of our Redis for threads. Connecting and reading each take at most `seconds`. Safe after a fork."""

from functools import lru_cache

import redis
from django.conf import settings


def get_shared_client(seconds: float, *, decode: bool = False) -> redis.Redis:
    """The process's client with pooled connections. Replies are texts with `decode`, otherwise bytes."""
    return _get_shared_client(settings.REDIS_URL, seconds, decode)


def create_client(seconds: float, *, decode: bool = False) -> redis.Redis:
    """The caller must close it."""
    return _create_client(settings.REDIS_URL, seconds, decode)


@lru_cache(maxsize=16)
def _get_shared_client(url: str, seconds: float, decode: bool) -> redis.Redis:
    return _create_client(url, seconds, decode)


def _create_client(url: str, seconds: float, decode: bool) -> redis.Redis:
    return redis.Redis.from_url(url, socket_timeout=seconds, socket_connect_timeout=seconds, decode_responses=decode)
