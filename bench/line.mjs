// A minimal websocket over plain TCP, so that the load generator uses little CPU, and helpers for all load scripts.
import { connect } from "node:net";

export const now = () => performance.timeOrigin + performance.now();
export const say = (what) => process.stdout.write(`${JSON.stringify(what)}\n`);

/** Handshakes at a time, during the phase that is not measured. */
export const AT_ONCE = 50;
export const SOCKET_IO = "/socket.io/?EIO=4&transport=websocket";

/** A client text frame. The mask is all zeros, so the body stays as it is. */
export function frame(text) {
  const body = Buffer.from(text);
  const head =
    body.length < 126
      ? Buffer.from([0x81, 0x80 | body.length])
      : Buffer.from([0x81, 0xfe, body.length >> 8, body.length & 255]);
  return Buffer.concat([head, Buffer.alloc(4), body]);
}

export const at = (sorted, share) => sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))];

/** `onClose(code)` is called for the server's close frame, then `onClose()` when the TCP connection ends. */
export function open({ port, path = SOCKET_IO, from, onOpen, onText, onClose }) {
  const socket = connect({ port: Number(port), host: "127.0.0.1", localAddress: from });
  socket.setNoDelay(true);
  let rest = Buffer.alloc(0);
  let upgraded = false;
  socket.on("error", () => {});
  socket.on("close", () => onClose?.());
  socket.on("data", (data) => {
    rest = rest.length ? Buffer.concat([rest, data]) : data;
    if (!upgraded) {
      const end = rest.indexOf("\r\n\r\n");
      if (end < 0) return;
      if (!rest.subarray(0, end).toString().includes(" 101 ")) {
        socket.end();
        return;
      }
      rest = rest.subarray(end + 4);
      upgraded = true;
      onOpen?.();
    }
    while (rest.length >= 2) {
      let [length, start] = [rest[1] & 127, 2];
      if (length === 126) {
        if (rest.length < 4) return;
        [length, start] = [rest.readUInt16BE(2), 4];
      } else if (length === 127) {
        if (rest.length < 10) return;
        [length, start] = [Number(rest.readBigUInt64BE(2)), 10];
      }
      if (rest.length < start + length) return;
      const kind = rest[0] & 15;
      if (kind === 1) onText(rest.toString("latin1", start, start + length));
      else if (kind === 8) {
        onClose?.(length >= 2 ? rest.readUInt16BE(start) : undefined);
        socket.end();
      }
      rest = rest.subarray(start + length);
    }
  });
  const host = `localhost:${port}`;
  socket.write(
    `GET ${path} HTTP/1.1\r\nHost: ${host}\r\nOrigin: http://${host}\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n` +
      "Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\nSec-WebSocket-Version: 13\r\n\r\n",
  );
  return socket;
}
