import { once } from "node:events";
import { connect, type Socket } from "node:net";
import { createInterface } from "node:readline";
import { expect, test } from "./fixtures.ts";
import { ALONE } from "./locks.ts";

// It fills the inbox that other journeys wait for.
test.describe.configure({ lock: ALONE });

const MAX_STORED = 500;

/** Sends messages with numbered subjects over one connection. */
async function send(smtpUrl: string, count: number): Promise<void> {
  const { hostname, port } = new URL(smtpUrl);
  const socket: Socket = connect(Number(port), hostname);
  const lines = createInterface({ input: socket })[Symbol.asyncIterator]();
  const say = async (text: string): Promise<void> => {
    socket.write(`${text}\r\n`);
    await answer();
  };
  const answer = async (): Promise<void> => {
    let line: string;
    do {
      const next = await lines.next();
      line = next.done === true ? "421 closed" : next.value;
      if (!/^[23]/.test(line)) {
        throw new Error(`The mail catcher said: ${line}`);
      }
    } while (line.at(3) === "-");
  };
  await answer();
  await say("EHLO journeys.example");
  for (let number = 1; number <= count; number += 1) {
    await say("MAIL FROM:<sender@journeys.example>");
    await say("RCPT TO:<many@journeys.example>");
    await say("DATA");
    await say(`To: many@journeys.example\r\nSubject: Number ${number}\r\n\r\nHello\r\n.`);
  }
  socket.end("QUIT\r\n");
  await once(socket, "close");
}

test("the mail catcher stores only the newest messages", async ({ addresses, inbox }) => {
  await send(addresses.smtp, MAX_STORED + 20);

  await expect.poll(async () => (await inbox.all()).at(-1)?.subject).toBe(`Number ${MAX_STORED + 20}`);
  const kept = await inbox.all();
  expect(kept).toHaveLength(MAX_STORED);
  expect(kept.at(0)?.subject).toBe("Number 21");
});
