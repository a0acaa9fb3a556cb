"""Postfix as the peer of bench submit, if it is installed: an instance with its own queue that discards all
messages."""

import os
import shutil
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from bench.ports import free_port, until_open

DAEMONS = Path("/usr/lib/postfix/sbin")
_MAIN = """
compatibility_level = 3.6
queue_directory = {folder}/queue
data_directory = {folder}/data
command_directory = /usr/sbin
daemon_directory = {daemons}
mail_owner = postfix
setgid_group = postdrop
maillog_file = {folder}/mail.log
maillog_file_prefixes = {folder}
inet_interfaces = 127.0.0.1
inet_protocols = ipv4
myhostname = postfix.example
mydestination =
mynetworks = 127.0.0.0/8
alias_maps =
alias_database =
local_recipient_maps =
default_transport = discard:
smtpd_peername_lookup = no
smtpd_relay_restrictions = permit_mynetworks, reject
smtpd_tls_security_level = encrypt
smtpd_tls_cert_file = {certificate}
smtpd_tls_key_file = {private}
smtpd_tls_loglevel = 0
"""
_MASTER = """
127.0.0.1:{port} inet n - n - 100 smtpd
cleanup unix n - n - 0 cleanup
qmgr unix n - n 300 1 qmgr
tlsmgr unix - - n 1000? 1 tlsmgr
rewrite unix - - n - - trivial-rewrite
bounce unix - - n - 0 bounce
defer unix - - n - 0 bounce
trace unix - - n - 0 bounce
verify unix - - n - 1 verify
flush unix n - n 1000? 0 flush
proxymap unix - - n - - proxymap
error unix - - n - - error
retry unix - - n - - error
discard unix - - n - - discard
anvil unix - - n - 1 anvil
scache unix - - n - 1 scache
postlog unix-dgram n - n - 1 postlogd
"""


def why_not() -> str:
    """The reason why there is no peer here; empty if there is one."""
    if shutil.which("postfix", path=os.environ.get("PATH", "") + ":/usr/sbin") is None or not DAEMONS.is_dir():
        return "Postfix is not installed here (apt-get install postfix), so nothing stands beside"
    if os.geteuid() != 0:
        return "Postfix is started by root only, so nothing stands beside"
    return ""


@contextmanager
def running(folder: Path, *, certificate: Path, private: Path) -> Iterator[int]:
    """Runs an instance with default durability during the block. Yields the port on which it accepts email by STARTTLS.

    It accepts email from this machine without a password, which is less work than ours does.
    """
    port, home = free_port(), folder / "postfix"
    settings = {"folder": home, "daemons": DAEMONS, "certificate": certificate, "private": private, "port": port}
    for part in ("etc", "queue", "data"):
        (home / part).mkdir(parents=True)
    shutil.chown(home / "data", "postfix")
    # Its processes do not run as root, and must be able to enter.
    for place in (folder, home):
        place.chmod(0o755)
    (home / "etc" / "main.cf").write_text(_MAIN.format(**settings))
    (home / "etc" / "master.cf").write_text(_MASTER.format(**settings))
    told = {"cwd": home, "stdout": subprocess.DEVNULL, "stderr": subprocess.DEVNULL}
    command = ["/usr/sbin/postfix", "-c", str(home / "etc")]
    subprocess.run([*command, "start"], check=True, **told)  # type: ignore[call-overload]
    try:
        until_open(port)
        yield port
    finally:
        subprocess.run([*command, "stop"], check=False, **told)  # type: ignore[call-overload]
