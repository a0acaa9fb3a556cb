"""Clients of our Redis for threads. Connecting and reading each take at most `seconds`. Safe after a fork."""

from functools import lru_cache

import redis
from django.conf import settings


def shared(seconds: float, *, decode: bool = False) -> redis.Redis:
    """The shared client of the process, with pooled connections. Replies are texts with `decode`, otherwise bytes."""
    return _shared(settings.REDIS_URL, seconds, decode)


def new(seconds: float, *, decode: bool = False) -> redis.Redis:
    """A client with its own connections, which the caller must close."""
    return _make(settings.REDIS_URL, seconds, decode)


@lru_cache(maxsize=16)
def _shared(url: str, seconds: float, decode: bool) -> redis.Redis:
    return _make(url, seconds, decode)


def _make(url: str, seconds: float, decode: bool) -> redis.Redis:
    return redis.Redis.from_url(url, socket_timeout=seconds, socket_connect_timeout=seconds, decode_responses=decode)
