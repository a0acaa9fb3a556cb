"""A caller of the product's HTTP API that tolerates outages: it retries until it gets a response, and records the
wait."""

import json
import time
import uuid
from dataclasses import dataclass, field
from http.client import HTTPConnection, HTTPException
from pathlib import Path
from typing import Any

PATIENCE_SECONDS = 60.0
PAUSE_SECONDS = 0.1
CALL_SECONDS = 30.0
IN_PROGRESS = 409  # the first request with this Idempotency-Key might still be running


class CallRejected(Exception):
    """The product permanently rejected a call. The text has its response."""


@dataclass
class Api:
    """One signed-in caller. `longest_outage` is the longest time in seconds that a call waited for a response."""

    port: int
    token: str
    longest_outage: float = 0.0
    outages: list[str] = field(default_factory=list)

    def get(self, path: str) -> Any:
        return self._call("GET", path, b"", {})

    def post(self, path: str, body: Any = None) -> Any:
        """The response of a write. Retries use the same key, so that it has one effect."""
        headers = {"Content-Type": "application/json", "Idempotency-Key": str(uuid.uuid4())}
        return self._call("POST", path, json.dumps({} if body is None else body).encode(), headers)

    def upload(self, path: str, file: Path, **fields: str) -> Any:
        bound = uuid.uuid4().hex
        head = "".join(
            f'--{bound}\r\nContent-Disposition: form-data; name="{name}"\r\n\r\n{value}\r\n'
            for name, value in fields.items()
        ) + (
            f'--{bound}\r\nContent-Disposition: form-data; name="file"; filename="{file.name}"\r\n'
            "Content-Type: text/csv\r\n\r\n"
        )
        body = head.encode() + file.read_bytes() + f"\r\n--{bound}--\r\n".encode()
        return self._call("POST", path, body, {"Content-Type": f"multipart/form-data; boundary={bound}"})

    def _call(self, method: str, path: str, body: bytes, headers: dict[str, str]) -> Any:
        began = time.monotonic()
        while True:
            status, answer, why = self._once(method, path, body, headers)
            waited = time.monotonic() - began
            if 200 <= status < 300:
                return json.loads(answer) if answer else None
            if 400 <= status < 500 and status != IN_PROGRESS:
                raise CallRejected(f"{method} {path}: {status} {answer[:500].decode(errors='replace')}")
            self.longest_outage = max(self.longest_outage, waited)
            self.outages.append(why)
            if waited > PATIENCE_SECONDS:
                raise CallRejected(f"{method} {path} was not answered within {PATIENCE_SECONDS:.0f} s: {why}")
            time.sleep(PAUSE_SECONDS)

    def _once(self, method: str, path: str, body: bytes, headers: dict[str, str]) -> tuple[int, bytes, str]:
        line = HTTPConnection("127.0.0.1", self.port, timeout=CALL_SECONDS)
        own = {"Host": f"localhost:{self.port}", "Authorization": f"Bearer {self.token}"}
        try:
            line.request(method, f"/api/{path}", body=body, headers={**own, **headers})
            answer = line.getresponse()
            return answer.status, answer.read(), f"status {answer.status}"
        except (OSError, HTTPException) as error:
            return 0, b"", type(error).__name__
        finally:
            line.close()
