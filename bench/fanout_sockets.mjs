// Many websockets over plain TCP, so that the load takes as little of the machine as it can. Counts what arrives and
// how old it is: every event carries the moment it was published.
import { createInterface } from "node:readline";
import { connect } from "node:net";

const [port, count, mode, token] = process.argv.slice(2);
const sockets = Number(count);
const now = () => performance.timeOrigin + performance.now();
const say = (what) => process.stdout.write(`${JSON.stringify(what)}\n`);
const SENT_AT = /"sentAt":([0-9.]+)/;

let ready = 0;
let arrived = 0;
let ages = [];

function frame(text) {
  const body = Buffer.from(text);
  const head = body.length < 126 ? Buffer.from([0x81, 0x80 | body.length]) : Buffer.from([0x81, 0xfe, body.length >> 8, body.length & 255]);
  return Buffer.concat([head, Buffer.alloc(4), body]); // a mask of zeros changes nothing
}

function onText(socket, text) {
  if (text === "2") socket.write(frame("3"));
  else if (text[0] === "0") socket.write(frame(`40${JSON.stringify({ token })}`));
  else if (text.startsWith("40")) settled();
  else if (text.startsWith("44")) throw new Error(text);
  else {
    ages.push(now() - Number(SENT_AT.exec(text)[1]));
    arrived += 1;
    if (arrived === sockets) {
      arrived = 0;
      say({ round: true });
    }
  }
}

function settled() {
  ready += 1;
  if (ready === sockets) say({ ready });
  else if (ready % 50 === 0 || sockets < 50) openMore();
}

function open() {
  const socket = connect(Number(port), "127.0.0.1");
  socket.setNoDelay(true);
  let rest = Buffer.alloc(0);
  let upgraded = false;
  socket.on("data", (data) => {
    rest = rest.length ? Buffer.concat([rest, data]) : data;
    if (!upgraded) {
      const end = rest.indexOf("\r\n\r\n");
      if (end < 0) return;
      if (!rest.subarray(0, end).toString().includes(" 101 ")) throw new Error(rest.toString());
      rest = rest.subarray(end + 4);
      upgraded = true;
      if (mode === "plain") settled();
    }
    while (rest.length >= 2) {
      let length = rest[1] & 127;
      let start = 2;
      if (length === 126) {
        if (rest.length < 4) return;
        length = rest.readUInt16BE(2);
        start = 4;
      }
      if (rest.length < start + length) return;
      if ((rest[0] & 15) === 1) onText(socket, rest.toString("latin1", start, start + length));
      rest = rest.subarray(start + length);
    }
  });
  const path = mode === "plain" ? "/" : "/socket.io/?EIO=4&transport=websocket";
  const host = `localhost:${port}`;
  socket.write(
    `GET ${path} HTTP/1.1\r\nHost: ${host}\r\nOrigin: http://${host}\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n` +
      "Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\nSec-WebSocket-Version: 13\r\n\r\n",
  );
}

let opened = 0;
function openMore() {
  for (let more = 0; more < 50 && opened < sockets; more += 1, opened += 1) open();
}
openMore();

for await (const line of createInterface({ input: process.stdin })) {
  if (line === "forget") ages = [];
  if (line === "report") {
    ages.sort((a, b) => a - b);
    const at = (share) => ages[Math.min(ages.length - 1, Math.floor(ages.length * share))];
    say({ deliveries: ages.length, p50: at(0.5), p99: at(0.99), most: ages.at(-1) });
  }
}
process.exit(0);
