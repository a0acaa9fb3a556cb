// Idle sockets that reconnect after their connection was reset. Reports when all are connected, and after a return when
// all are connected again and each has received the event that it missed.
import { createInterface } from "node:readline";
import { AT_ONCE, frame, open, say } from "./line.mjs";

const [port, count, token] = process.argv.slice(2);
const sockets = Number(count);
const OFFSET = /,"([0-9]+-[0-9]+)"\]$/;

const peers = Array.from({ length: sockets }, () => ({ line: null, pid: undefined, offset: undefined, current: false }));
let connected = 0;
let recovered = 0;
let current = 0;
let pings = 0;
let opened = 0;
let returning = false;
let began = 0;

function onText(peer, text) {
  if (text === "2") {
    pings += 1;
    peer.line.write(frame("3"));
  } else if (text[0] === "0") {
    peer.line.write(frame(`40${JSON.stringify({ token, pid: peer.pid, offset: peer.offset })}`));
  } else if (text.startsWith("40")) {
    onConnected(peer, JSON.parse(text.slice(2)).pid);
  } else if (text.startsWith("44")) {
    throw new Error(text);
  } else if (text.startsWith('42["bench.tick.made"')) {
    peer.offset = OFFSET.exec(text)[1];
    if (peer.current) throw new Error("an event came twice");
    peer.current = true;
    current += 1;
    settle();
  }
}

function onConnected(peer, pid) {
  connected += 1;
  if (pid === peer.pid) recovered += 1;
  peer.pid = pid;
  if (!returning && (connected % AT_ONCE === 0 || sockets < AT_ONCE)) openMore();
  settle();
}

function settle() {
  if (!returning && connected === sockets && current === 0) say({ ready: sockets });
  else if (!returning && current === sockets) say({ heard: sockets });
  else if (returning && connected === sockets && current === sockets) {
    say({ returned: sockets, recovered, seconds: (performance.now() - began) / 1000 });
  }
}

function openLine(peer, number) {
  const line = open({
    port,
    // Several source addresses, so that repeated reconnects do not run out of ports.
    from: `127.0.1.${1 + (number % 8)}`,
    onText: (text) => onText(peer, text),
    onClose: (code) => {
      if (peer.line === line) throw new Error(`the server closed: ${code}`);
    },
  });
  peer.line = line;
}

function openMore() {
  for (let more = 0; more < AT_ONCE && opened < sockets; more += 1, opened += 1) openLine(peers[opened], opened);
}

const WORDS = {
  pings: () => say({ pings }),
  drop: () => {
    for (const peer of peers) {
      const { line } = peer;
      peer.line = null;
      peer.current = false;
      line.resetAndDestroy();
    }
    connected = recovered = current = 0;
    returning = true;
    say({ dropped: sockets });
  },
  return: () => {
    began = performance.now();
    peers.forEach(openLine);
  },
};

openMore();
for await (const line of createInterface({ input: process.stdin })) WORDS[line]();
process.exit(0);
