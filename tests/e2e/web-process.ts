/** The web process of the started product, which a journey kills and holds down. */

import { readFile } from "node:fs/promises";
import { expect } from "@playwright/test";

async function pidOf(pidsFile: string): Promise<number> {
  const pids = JSON.parse(await readFile(pidsFile, "utf8")) as Record<string, number>;
  if (pids.web === undefined) throw new Error(`${pidsFile} names no web process.`);
  return pids.web;
}

/**
 * Kills it as a crash does. The next one is started by the supervisor, and stopped before it listens, until the answer
 * is called: then it comes up.
 */
export async function loseWeb(pidsFile: string): Promise<() => void> {
  const killed = await pidOf(pidsFile);
  process.kill(killed, "SIGKILL");
  let next = killed;
  await expect
    .poll(
      async () => {
        next = await pidOf(pidsFile).catch(() => killed);
        return next;
      },
      { intervals: [50], timeout: 20_000 },
    )
    .not.toBe(killed);
  process.kill(next, "SIGSTOP");
  return () => process.kill(next, "SIGCONT");
}
