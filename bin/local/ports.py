"""Ports on the loopback interface."""

import socket
from contextlib import closing

LOOPBACK = "127.0.0.1"


class PortBusy(SystemExit):
    """The requested port is in use. The message names it and an alternative."""


def reserve_port() -> int:
    """A free port that the system will not assign to other sockets for a minute.

    A connection in TIME_WAIT reserves it. A server can still bind it by number, since servers set SO_REUSEADDR.
    """
    with closing(socket.socket()) as listener:
        listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        listener.bind((LOOPBACK, 0))
        listener.listen(1)
        address = listener.getsockname()
        with closing(socket.create_connection(address)):
            accepted, _ = listener.accept()
            accepted.close()
        return int(address[1])


def is_free(port: int) -> bool:
    """Whether the port can be bound, and no server responds on it under any local address."""
    if _is_accepting_anywhere(port):
        return False
    with closing(socket.socket()) as probe:
        # As servers do: a connection of an earlier run that is still closing does not block the port.
        probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            probe.bind((LOOPBACK, port))
        except OSError:
            return False
        return True


def choose_port(port: int) -> int:
    return port if is_free(port) else reserve_port()


def require_port(port: int, *, option: str) -> int:
    """Raises PortBusy, which names `option` as the way to choose another port."""
    if not is_free(port):
        raise PortBusy(
            f"Port {port} is in use by another program. Choose another one: {option} {choose_port(port + 1)}"
        )
    return port


def is_accepting(port: int) -> bool:
    return _can_connect(socket.AF_INET, LOOPBACK, port)


def _is_accepting_anywhere(port: int) -> bool:
    # A browser tries ::1 first for `localhost`: a program that listens only there would get our visitors.
    return is_accepting(port) or _can_connect(socket.AF_INET6, "::1", port)


def _can_connect(family: socket.AddressFamily, host: str, port: int) -> bool:
    try:
        with closing(socket.socket(family)) as probe:
            probe.settimeout(1)
            probe.connect((host, port))
            return True
    except OSError:
        return False
