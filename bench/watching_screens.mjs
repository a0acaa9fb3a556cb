// Open screens of one campaign's report: each has a socket that watches the campaign, and fetches the report three
// seconds after a progress event. Reports when all are watching, and at the end the number of events and calls.
import { Agent, get } from "node:http";
import { createInterface } from "node:readline";
import { AT_ONCE, frame, open, say } from "./line.mjs";

const [port, count, token, campaign] = process.argv.slice(2);
const screens = Number(count);
/** Same as the client: data that is not in the event is fetched at most this often. */
const FETCH_MS = 3000;
/** The parts that the report's first screen shows. */
const PARTS = ["basic", "compare", "peak", "link", "device", "browser"];
const ASKED = `id=${campaign}&machines=exclude&${PARTS.map((part) => `parts=${part}`).join("&")}&of=opens`;
const agent = new Agent({ keepAlive: true, maxSockets: screens });
const headers = { host: `localhost:${port}`, authorization: `Bearer ${token}` };

let watching = 0;
let opened = 0;
let heard = 0;
let calls = 0;
let failed = 0;
let asking = 0;
let isOver = false;

function ask(done) {
  asking += 1;
  const path = `/api/email-marketing/reports/live?${ASKED}`;
  const request = get({ host: "127.0.0.1", port, path, agent, headers }, (answer) => {
    if (answer.statusCode !== 200) failed += 1;
    answer.resume();
    answer.on("end", done);
  });
  request.on("error", () => {
    failed += 1;
    done();
  });
  calls += 1;
}

function screen() {
  let isDue = false;
  let isAsking = false;
  const line = open({ port, onText, onClose: () => process.exit(1) });

  function onText(text) {
    if (text === "2") line.write(frame("3"));
    else if (text[0] === "0") line.write(frame(`40${JSON.stringify({ token })}`));
    else if (text.startsWith("40")) line.write(frame(`421${JSON.stringify(["room:join", `campaign:${campaign}`])}`));
    else if (text.startsWith("431")) joined(text);
    else if (text.startsWith("44")) throw new Error(text);
    else if (text.includes('"delivery.mailing.progressed"')) progressed();
  }

  function progressed() {
    heard += 1;
    if (isDue) return;
    isDue = true;
    setTimeout(() => {
      isDue = false;
      // No second call while one is running.
      if (isAsking || isOver) return;
      isAsking = true;
      ask(() => {
        isAsking = false;
        asking -= 1;
      });
    }, FETCH_MS);
  }
}

function joined(text) {
  if (text.includes('"code"')) throw new Error(text);
  watching += 1;
  if (watching === screens) say({ watching });
  else if (watching % AT_ONCE === 0 || screens < AT_ONCE) openMore();
}

function openMore() {
  for (let more = 0; more < AT_ONCE && opened < screens; more += 1, opened += 1) screen();
}

openMore();
for await (const _ of createInterface({ input: process.stdin })) {
  isOver = true;
  // Wait for the running calls: the server would otherwise continue them during the next round.
  while (asking > 0) await new Promise((done) => setTimeout(done, 50));
  say({ heard, calls, failed });
}
process.exit(0);
