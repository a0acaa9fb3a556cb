import { call } from "@/lib/api/data";
import { askServer } from "@/lib/socket/link";

/** How long the way there and back took, in milliseconds; undefined where no answer came. */
export interface WayThere {
  readonly api: number | undefined;
  readonly socket: number | undefined;
}

async function timed(ask: () => Promise<unknown>): Promise<number | undefined> {
  const begun = performance.now();
  const answer = await ask().catch(() => undefined);
  return answer === undefined ? undefined : performance.now() - begun;
}

/** Asks the API and the socket once each, one after the other so that neither waits for the other. */
export async function measureWay(): Promise<WayThere> {
  const overApi = await timed(() => call("get", "/api/ping"));
  return { api: overApi, socket: await timed(() => askServer("link:probe", {})) };
}
