/** Kills the web process of the running product and delays its restart. */

import { readFile } from "node:fs/promises";
import { expect } from "@playwright/test";

async function pidOf(pidsFile: string): Promise<number> {
  const pids = JSON.parse(await readFile(pidsFile, "utf8")) as Record<string, number>;
  if (pids.web === undefined) throw new Error(`${pidsFile} names no web process.`);
  return pids.web;
}

/**
 * Kills the process as a crash would. The supervisor starts a new one, which is stopped before it listens. Call the
 * returned function to let it continue.
 */
export async function killWebProcess(pidsFile: string): Promise<() => void> {
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
