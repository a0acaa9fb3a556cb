// One bare websocket over plain TCP, so that the load takes as little of the machine as it can, and what all loads say.
import { connect } from "node:net";

export const now = () => performance.timeOrigin + performance.now();
export const say = (what) => process.stdout.write(`${JSON.stringify(what)}\n`);

/** So many handshakes at a time while nobody measures them. */
export const AT_ONCE = 50;
export const SOCKET_IO = "/socket.io/?EIO=4&transport=websocket";

/** A text as a client sends it: masked with zeros, which changes nothing. */
export function frame(text) {
  const body = Buffer.from(text);
  const head =
    body.length < 126
      ? Buffer.from([0x81, 0x80 | body.length])
      : Buffer.from([0x81, 0xfe, body.length >> 8, body.length & 255]);
  return Buffer.concat([head, Buffer.alloc(4), body]);
}

/** The value at a share of sorted values. */
export const at = (sorted, share) => sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))];

/** Opens a line; `onText(text)` hears each text, `onClose(code)` the server's close frame and then the end of the line. */
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
        // Not let in: the line ends.
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
