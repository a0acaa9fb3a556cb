// Counts the events that arrive at many sockets and measures their age: each event carries its publish time.
import { createInterface } from "node:readline";
import { AT_ONCE, at, frame, now, open, say } from "./line.mjs";

const [port, count, mode, token] = process.argv.slice(2);
const sockets = Number(count);
const SENT_AT = /"sentAt":([0-9.]+)/;

let ready = 0;
let arrived = 0;
let opened = 0;
let ages = [];

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
  else if (ready % AT_ONCE === 0 || sockets < AT_ONCE) openMore();
}

function onClose() {
  throw new Error("the server closed");
}

function openMore() {
  for (let more = 0; more < AT_ONCE && opened < sockets; more += 1, opened += 1) {
    const plain = mode === "plain" ? { path: "/", onOpen: settled } : {};
    const socket = open({ port, onText: (text) => onText(socket, text), onClose, ...plain });
  }
}
openMore();

for await (const line of createInterface({ input: process.stdin })) {
  if (line === "forget") ages = [];
  if (line === "report") {
    ages.sort((a, b) => a - b);
    say({ deliveries: ages.length, p50: at(ages, 0.5), p99: at(ages, 0.99), most: ages.at(-1) });
  }
}
process.exit(0);
