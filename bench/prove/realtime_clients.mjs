// Real socket.io clients that lose their connection repeatedly, and compare received events with expected ones.
//
// Events are numbered from 0 in commit order. A client with `recovered` false fetches the last number from the `books`
// URL and continues from there; a recovered client must continue with the next number.
import { createInterface } from "node:readline";
import { createRequire } from "node:module";

const { io } = createRequire(new URL("../../tests/realtime/node/", import.meta.url))("socket.io-client");
const say = (what) => process.stdout.write(`${JSON.stringify(what)}\n`);

class Client {
  constructor({ url, token, books, draw }) {
    Object.assign(this, { books, draw, last: -1, fetched: -1, waiting: undefined, generation: 0, seen: new Set() });
    this.counts = { recovered: 0, refetched: 0, gaps: 0, repeats: 0, drops: 0 };
    this.socket = io(url, {
      transports: ["websocket"],
      forceNew: true,
      auth: { token },
      extraHeaders: { Origin: url },
      reconnectionDelay: 20,
      reconnectionDelayMax: 200,
      timeout: 10_000,
    });
    this.socket.on("connect", () => this.onConnect());
    this.socket.on("connect_error", (error) => {
      if (error.data) say({ refused: error.data.code ?? error.message });
    });
    this.socket.on("activity.entry.recorded", (envelope) => this.onEvent(envelope));
  }

  async onConnect() {
    if (this.socket.recovered) {
      this.counts.recovered += 1;
      return;
    }
    // Only a later connection without recovery makes this fetch outdated: a recovered one misses no events.
    const generation = ++this.generation;
    this.waiting = [];
    const last = await lookUp(this.books);
    if (generation !== this.generation) return;
    this.counts.refetched += 1;
    this.last = this.fetched = Math.max(this.fetched, last);
    const waiting = this.waiting;
    this.waiting = undefined;
    for (const number of waiting) this.take(number);
  }

  onEvent({ eventId, data }) {
    if (this.seen.has(eventId)) this.counts.repeats += 1;
    this.seen.add(eventId);
    const number = Number(data.subject);
    if (this.waiting) this.waiting.push(number);
    else this.take(number);
  }

  take(number) {
    if (number <= this.fetched) return; // already included in the fetched number
    if (number <= this.last) this.counts.repeats += 1;
    else if (number !== this.last + 1) this.counts.gaps += 1;
    this.last = Math.max(this.last, number);
  }

  /** Terminates the connection without a close frame; the client reconnects by itself. */
  drop() {
    if (!this.socket.connected) return false;
    this.counts.drops += 1;
    this.socket.io.engine.transport.ws.terminate();
    return true;
  }
}

/** The last committed number. Retries until the request succeeds. */
async function lookUp(books) {
  for (;;) {
    try {
      const answer = await fetch(books);
      if (answer.ok) return Number(await answer.text());
    } catch {
      // The server is overloaded by simultaneous requests.
    }
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}

function drawn(seed) {
  let state = seed >>> 0 || 1;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}

let clients = [];
let drops = 0;

function shake(most) {
  for (const client of clients) {
    const next = () => {
      if (drops >= most) return;
      if (client.drop()) {
        drops += 1;
        if (drops % 25 === 0) say({ drops });
      }
      setTimeout(next, 20 + client.draw() * 400);
    };
    setTimeout(next, client.draw() * 400);
  }
}

function settle(last) {
  const late = clients.filter((client) => client.last !== last || !client.socket.connected || client.waiting);
  if (late.length) setTimeout(() => settle(last), 50);
  else say({ settled: last });
}

const commands = {
  open({ count, seed, ...where }) {
    const draw = drawn(seed);
    clients = Array.from({ length: count }, () => new Client({ ...where, draw }));
  },
  shake: ({ most }) => shake(most),
  settle: ({ last }) => settle(last),
  report: () => say({ clients: clients.map(({ counts, last }) => ({ ...counts, last })) }),
};

for await (const line of createInterface({ input: process.stdin })) {
  const { op, ...rest } = JSON.parse(line);
  commands[op](rest);
}
process.exit(0);
