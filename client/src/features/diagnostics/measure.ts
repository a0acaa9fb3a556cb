import { call } from "@/lib/api/data";
import { requestServer } from "@/lib/socket/link";

/** Round-trip times in milliseconds; undefined if no response arrived. */
export interface RoundTrip {
  readonly api: number | undefined;
  readonly socket: number | undefined;
}

async function measureMs(ask: () => Promise<unknown>): Promise<number | undefined> {
  const startedAt = performance.now();
  const answer = await ask().catch(() => undefined);
  return answer === undefined ? undefined : performance.now() - startedAt;
}

/** Measures the API, then the socket, so that neither delays the other. */
export async function measureRoundTrip(): Promise<RoundTrip> {
  const overApi = await measureMs(() => call("get", "/api/ping"));
  return { api: overApi, socket: await measureMs(() => requestServer("link:probe", {})) };
}
