// The comparison: socket.io's own server, websocket only and without compression, all sockets in one room. Each line on
// stdin is an event payload.
import { createServer } from "node:http";
import { createRequire } from "node:module";
import { createInterface } from "node:readline";

const [folder] = process.argv.slice(2);
const { Server } = createRequire(`${folder}/`)("socket.io");
const http = createServer();
const io = new Server(http, { transports: ["websocket"], perMessageDeflate: false, httpCompression: false, serveClient: false });
io.on("connection", (socket) => socket.join("room"));
http.listen({ port: 0, host: "127.0.0.1", backlog: 2048 }, () => process.stdout.write(`${JSON.stringify({ port: http.address().port })}\n`));
for await (const line of createInterface({ input: process.stdin })) io.to("room").emit("bench.tick.made", JSON.parse(line));
process.exit(0);
