// Signed-in browsers, each with its own session. Reports for each when it received the event that its session has ended
// and when its socket was closed, in milliseconds of this machine's clock.
import { createInterface } from "node:readline";
import { AT_ONCE, frame, now, open, say } from "./line.mjs";

const [port] = process.argv.slice(2);
const lines = createInterface({ input: process.stdin })[Symbol.asyncIterator]();
const tokens = JSON.parse((await lines.next()).value);

const told = new Map();
const closed = new Map();
let ready = 0;
let opened = 0;

function onText(socket, number, text) {
  if (text === "2") socket.write(frame("3"));
  else if (text[0] === "0") socket.write(frame(`40${JSON.stringify({ token: tokens[number] })}`));
  else if (text.startsWith("40")) settled();
  else if (text.startsWith("44")) throw new Error(text);
  else if (text.includes('"identity.session.ended"') && !told.has(number)) told.set(number, now());
}

function onClose(number) {
  if (closed.has(number)) return;
  closed.set(number, now());
  if (closed.size === tokens.length) say({ told: [...told.values()], closed: [...closed.values()] });
}

function settled() {
  ready += 1;
  if (ready === tokens.length) say({ ready });
  else if (ready % AT_ONCE === 0 || tokens.length < AT_ONCE) openMore();
}

function openOne(number) {
  const socket = open({ port, onText: (text) => onText(socket, number, text), onClose: () => onClose(number) });
}

function openMore() {
  for (let more = 0; more < AT_ONCE && opened < tokens.length; more += 1, opened += 1) openOne(opened);
}
openMore();
await lines.next();
process.exit(0);
