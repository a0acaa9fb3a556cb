import { call } from "@/lib/api/data";
import { askServer } from "@/lib/socket/link";

/** Round-trip times in milliseconds; undefined if no response arrived. */
export interface WayThere {
  readonly api: number | undefined;
  readonly socket: number | undefined;
}

async function timed(ask: () => Promise<unknown>): Promise<number | undefined> {
  const begun = performance.now();
  const answer = await ask().catch(() => undefined);
  return answer === undefined ? undefined : performance.now() - begun;
}

/** Measures the API, then the socket, so that neither delays the other. */
export async function measureWay(): Promise<WayThere> {
  const overApi = await timed(() => call("get", "/api/ping"));
  return { api: overApi, socket: await timed(() => askServer("link:probe", {})) };
}
