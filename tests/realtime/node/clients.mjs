// Real socket.io clients, driven by lines of JSON on stdin and telling what happens as lines of JSON on stdout.
import { createInterface } from "node:readline";
import { io } from "socket.io-client";

const sockets = new Map();
const heard = new Map();

const tell = (id, what, more = {}) => process.stdout.write(`${JSON.stringify({ id, what, ...more })}\n`);

function open({ id, url, token, origin, auth = {}, options = {}, quiet = false }) {
  const socket = io(url, {
    transports: ["websocket"],
    forceNew: true,
    auth: token === undefined ? auth : { token, ...auth },
    extraHeaders: origin === undefined ? {} : { Origin: origin },
    reconnectionDelay: 50,
    reconnectionDelayMax: 200,
    ...options,
  });
  sockets.set(id, socket);
  heard.set(id, []);
  socket.on("connect", () => tell(id, "connect", { sid: socket.id, recovered: socket.recovered }));
  socket.on("disconnect", (reason) => tell(id, "disconnect", { reason }));
  socket.on("connect_error", (error) => tell(id, "connect_error", { message: error.message, data: error.data ?? null }));
  socket.onAny((name, envelope, offset) => {
    heard.get(id).push({ name, ...envelope });
    if (!quiet) tell(id, "event", { name, envelope, offset: offset ?? null });
  });
}

const commands = {
  open,
  async emit({ id, name, args = [] }) {
    const answer = await sockets.get(id).timeout(5000).emitWithAck(name, ...args);
    tell(id, "ack", { name, answer });
  },
  // The line breaks: the client does not know it yet and comes back by itself.
  drop({ id }) {
    sockets.get(id).io.engine.transport.ws.terminate?.() ?? sockets.get(id).io.engine.close();
  },
  leave({ id }) {
    sockets.get(id).disconnect();
  },
  heard({ id, since = 0 }) {
    tell(id, "heard", { events: heard.get(id).slice(since).map(({ name, eventId, data }) => [name, eventId, data]) });
  },
  // Tells as soon as an event with this revision was heard.
  await({ id, revision }) {
    const reached = () => heard.get(id).some(({ data }) => data?.revision === revision);
    const look = () => (reached() ? tell(id, "reached") : setTimeout(look, 10));
    look();
  },
  count({ id }) {
    tell(id, "count", { count: heard.get(id).length });
  },
};

for await (const line of createInterface({ input: process.stdin })) {
  const { op, ...rest } = JSON.parse(line);
  Promise.resolve(commands[op](rest)).catch((error) => tell(rest.id, "failed", { message: String(error) }));
}
process.exit(0);
