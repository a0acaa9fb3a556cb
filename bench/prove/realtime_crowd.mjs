// Minimal websockets of one kind: "quiet" ones read and measure, "deaf" ones stop reading, "flood" ones exceed the rate
// limit until they are closed, then reconnect. Minimal, so that the load generator uses little CPU.
import { connect } from "node:net";
import { createInterface } from "node:readline";

const [port, count, mood, ...tokens] = process.argv.slice(2);
const say = (what) => process.stdout.write(`${JSON.stringify(what)}\n`);
const now = () => performance.timeOrigin + performance.now();
const SENT_AT = /"subject":"([0-9.]+)"/;
// The rate limit is a burst of 200, then 50 a second. Connections use different sessions while there are enough.
// "flood" uses its own address, because the server blocks that address for a while.
const FROM = mood === "flood" ? "127.0.0.2" : "127.0.0.1";
const [UNASKED, BURST_EVERY_MS, AGAIN_MS] = [600, 2_000, 10_000];

let ready = 0;
let unleashed = false;
let ages = [];
const told = { closed: 0, opened: 0 };
const lines = new Set();

function frame(text) {
  const body = Buffer.from(text);
  const head =
    body.length < 126
      ? Buffer.from([0x81, 0x80 | body.length])
      : Buffer.from([0x81, 0xfe, body.length >> 8, body.length & 255]);
  return Buffer.concat([head, Buffer.alloc(4), body]); // an all-zero mask keeps the body as it is
}

const BURST = Buffer.concat(Array.from({ length: UNASKED }, (_, id) => frame(`42${id}["link:probe"]`)));

class Line {
  constructor(number) {
    this.number = number;
    this.rest = Buffer.alloc(0);
    this.upgraded = false;
    this.socket = connect({ port: Number(port), host: "127.0.0.1", localAddress: FROM });
    this.socket.setNoDelay(true);
    this.socket.on("data", (data) => this.read(data));
    this.socket.on("error", () => {});
    this.socket.on("close", () => this.closed());
    const host = `localhost:${port}`;
    this.socket.write(
      `GET /socket.io/?EIO=4&transport=websocket HTTP/1.1\r\nHost: ${host}\r\nOrigin: http://${host}\r\n` +
        "Upgrade: websocket\r\nConnection: Upgrade\r\n" +
        "Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\nSec-WebSocket-Version: 13\r\n\r\n",
    );
    lines.add(this);
  }

  read(data) {
    this.rest = this.rest.length ? Buffer.concat([this.rest, data]) : data;
    if (!this.upgraded && !this.upgrade()) return;
    for (let taken = this.frame(); taken; taken = this.frame()) {
      if (taken.kind === 8) this.socket.end();
      else if (taken.kind === 1) this.hear(taken.text);
    }
  }

  upgrade() {
    const end = this.rest.indexOf("\r\n\r\n");
    if (end < 0) return false;
    this.rest = this.rest.subarray(end + 4);
    this.upgraded = true;
    return true;
  }

  frame() {
    if (this.rest.length < 2) return undefined;
    let [length, start] = [this.rest[1] & 127, 2];
    if (length === 126) {
      if (this.rest.length < 4) return undefined;
      [length, start] = [this.rest.readUInt16BE(2), 4];
    } else if (length === 127) {
      if (this.rest.length < 10) return undefined;
      [length, start] = [Number(this.rest.readBigUInt64BE(2)), 10];
    }
    if (this.rest.length < start + length) return undefined;
    const kind = this.rest[0] & 15;
    const text = kind === 1 ? this.rest.toString("latin1", start, start + length) : "";
    this.rest = this.rest.subarray(start + length);
    return { kind, text };
  }

  hear(text) {
    if (text === "2") this.socket.write(frame("3"));
    else if (text[0] === "0") this.socket.write(frame(`40${JSON.stringify({ token: tokens[this.number % tokens.length] })}`));
    else if (text.startsWith("40")) this.settled();
    else if (mood === "quiet") {
      const sentAt = SENT_AT.exec(text);
      if (sentAt) ages.push(now() - Number(sentAt[1]));
    }
  }

  settled() {
    told.opened += 1;
    if (mood === "deaf") this.socket.pause();
    if (unleashed) setTimeout(() => this.flood(), BURST_EVERY_MS);
    ready += 1;
    if (ready === Number(count)) say({ ready });
    else if (ready % 20 === 0) openMore();
  }

  flood() {
    if (this.socket.destroyed) return;
    // Ignores backpressure on purpose.
    this.socket.write(BURST);
    setTimeout(() => this.flood(), BURST_EVERY_MS);
  }

  closed() {
    lines.delete(this);
    told.closed += 1;
    if (mood !== "flood" && ready < Number(count)) throw new Error("closed before everybody was let in");
    if (mood === "flood") setTimeout(() => new Line(this.number), Math.random() * 2 * AGAIN_MS);
  }
}

let opened = 0;
function openMore() {
  for (let more = 0; more < 20 && opened < Number(count); more += 1, opened += 1) new Line(opened);
}
openMore();

const commands = {
  forget: () => {
    ages = [];
  },
  report: () => {
    ages.sort((a, b) => a - b);
    const at = (share) => ages[Math.min(ages.length - 1, Math.floor(ages.length * share))];
    say({ heard: ages.length, p50: at(0.5), p99: at(0.99), open: lines.size, ...told });
  },
  unleash: () => {
    unleashed = true;
    for (const line of lines) setTimeout(() => line.flood(), Math.random() * AGAIN_MS);
  },
};

for await (const line of createInterface({ input: process.stdin })) commands[line]();
process.exit(0);
