import { QueryClient, QueryObserver } from "@tanstack/react-query";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { api, POLLING_HEADERS } from "@/lib/api/client";
import { refreshReport } from "./refresh-report";
import { type CombinedPart, reportKey } from "./reports-data";

const ID = "01a1fc3d-0000-7000-8000-0000000ca401";
const OTHER = "01a1fc3d-0000-7000-8000-0000000ca402";
const LIVE = "/api/email-marketing/reports/live";
const request = vi.spyOn(api, "request");
let client: QueryClient;
let unsubscribes: (() => void)[];

beforeEach(() => {
  client = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  unsubscribes = [];
  request.mockReset();
});
afterEach(() => {
  for (const one of unsubscribes) one();
  client.clear();
});

/** Mounts a query for a report part. Returns its own request function and its cached data. */
async function mountPart(part: CombinedPart | "recipient", extra: object = {}, id = ID) {
  const queryKey = [...reportKey(part, id), "email-marketing", { machines: "exclude", ...extra }];
  const ask = vi.fn(async () => `${part} by itself`);
  const observer = new QueryObserver(client, { queryKey, queryFn: ask, staleTime: 0 });
  unsubscribes.push(observer.subscribe(() => {}));
  await vi.waitFor(() => expect(client.getQueryState(queryKey)?.fetchStatus).toBe("idle"));
  ask.mockClear();
  return { ask, queryKey, shown: () => client.getQueryData(queryKey) };
}

/** Arguments of the requests. */
function getCalls() {
  return request.mock.calls as unknown as [string, string, { readonly params: object; readonly headers?: object }][];
}

function mockResponse(data: object): void {
  request.mockResolvedValue({ data, response: new Response() } as never);
}

test("all parts on screen are asked for by one call, and each panel has its own", async () => {
  const basic = await mountPart("basic");
  const peak = await mountPart("peak", { start: "2026-11-20T00:00:00Z", end: undefined });
  const device = await mountPart("device", { of: "clicks" });
  const elsewhere = await mountPart("link", {}, OTHER);
  mockResponse({ basic: "new basic", peak: "new peak", device: "new device", link: null });

  await refreshReport(client, ID);

  expect(getCalls().map(([, path, given]) => [path, given.params, given.headers])).toEqual([
    [
      LIVE,
      {
        query: {
          id: ID,
          machines: "exclude",
          start: "2026-11-20T00:00:00Z",
          of: "clicks",
          parts: ["basic", "peak", "device"],
        },
      },
      undefined,
    ],
  ]);
  expect([basic.shown(), peak.shown(), device.shown()]).toEqual(["new basic", "new peak", "new device"]);
  expect(elsewhere.shown()).toBe("link by itself");
  for (const one of [basic, peak, device, elsewhere]) expect(one.ask).not.toHaveBeenCalled();
});

test("what is not on screen is not asked for", async () => {
  client.setQueryData([...reportKey("link", ID), "email-marketing", { machines: "exclude" }], "before");

  await refreshReport(client, ID);

  expect(request).not.toHaveBeenCalled();
});

test("what one call can't ask is asked by itself", async () => {
  const opens = await mountPart("device", { of: "opens" });
  const clicks = await mountPart("device", { of: "clicks" });
  const recipients = await mountPart("recipient", { page: 1 });
  mockResponse({ device: "new device" });

  await refreshReport(client, ID);

  expect(request).toHaveBeenCalledTimes(1);
  expect(opens.shown()).toBe("new device");
  expect(opens.ask).not.toHaveBeenCalled();
  expect([clicks.ask.mock.calls.length, recipients.ask.mock.calls.length]).toEqual([1, 1]);
});

test("an answer that comes late does not replace a newer one", async () => {
  const basic = await mountPart("basic");
  let late: (data: unknown) => void = () => {};
  request.mockReturnValueOnce(new Promise((resolve) => (late = resolve)) as never);
  const first = refreshReport(client, ID);
  await vi.waitFor(() => expect(request).toHaveBeenCalledTimes(1));
  mockResponse({ basic: "newer" });

  await refreshReport(client, ID);
  late({ data: { basic: "older" } });
  await first;

  expect(basic.shown()).toBe("newer");
});

test("a failure leaves what is on screen, and while the socket is down it is a polling call", async () => {
  const basic = await mountPart("basic");
  request.mockRejectedValue(new Error("no network"));

  await refreshReport(client, ID, { isPolling: true });

  expect(getCalls()[0]?.[2].headers).toEqual(POLLING_HEADERS);
  expect(basic.shown()).toBe("basic by itself");
  expect(client.getQueryState(basic.queryKey)?.error).toBeNull();
});
