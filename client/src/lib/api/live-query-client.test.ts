import { type InvalidateOptions, QueryObserver } from "@tanstack/react-query";
import { afterEach, expect, test, vi } from "vitest";
import { createQueryClient } from "./query-client";

const queryKey = ["get", "/api/lists"];
const unsubscribes: (() => void)[] = [];

afterEach(() => {
  vi.useRealTimers();
  for (const stop of unsubscribes.splice(0)) stop();
});

/** An observed query whose fetches end when the test decides. */
function observeQuery() {
  const client = createQueryClient(vi.fn());
  const fetches: { end: (data: string) => void; fail: (error: Error) => void }[] = [];
  const queryFn = vi.fn(() => new Promise<string>((end, fail) => fetches.push({ end, fail })));
  const show = () => {
    const stop = new QueryObserver(client, { queryKey, queryFn, retry: false }).subscribe(() => undefined);
    unsubscribes.push(stop);
    return stop;
  };
  const endFetch = async (number: number, data: string | Error) => {
    const fetch = fetches[number];
    if (data instanceof Error) fetch?.fail(data);
    else fetch?.end(data);
    await vi.waitFor(() =>
      expect(client.getQueryState(queryKey)).toMatchObject({ data: data instanceof Error ? undefined : data }),
    );
    // The next fetch starts in the same turn of the event loop.
    await new Promise((end) => setTimeout(end));
  };
  const invalidate = (options?: InvalidateOptions) => void client.invalidateQueries({ queryKey: ["get"] }, options);
  return { client, queryFn, show, endFetch, invalidate };
}

test("what is invalidated during its first fetch is fetched once more when that ends", async () => {
  const { client, queryFn, show, endFetch, invalidate } = observeQuery();
  show();

  invalidate();
  invalidate();
  expect(queryFn).toHaveBeenCalledTimes(1);
  await endFetch(0, "before the change");
  expect(queryFn).toHaveBeenCalledTimes(2);
  await endFetch(1, "after the change");

  expect(queryFn).toHaveBeenCalledTimes(2);
  expect(client.getQueryState(queryKey)).toMatchObject({ fetchStatus: "idle", isInvalidated: false });
});

test("a later fetch that an invalidation does not cancel is followed by another one", async () => {
  const { queryFn, show, endFetch, invalidate } = observeQuery();
  show();
  await endFetch(0, "first");

  invalidate({ cancelRefetch: false });
  invalidate({ cancelRefetch: false });
  expect(queryFn).toHaveBeenCalledTimes(2);
  await endFetch(1, "before the change");
  expect(queryFn).toHaveBeenCalledTimes(3);
  invalidate({ cancelRefetch: false });
  await endFetch(2, "before the next change");
  expect(queryFn).toHaveBeenCalledTimes(4);
  await endFetch(3, "last");

  expect(queryFn).toHaveBeenCalledTimes(4);
});

test("a later fetch that is cancelled and started again is not followed by another one", async () => {
  const { queryFn, show, endFetch, invalidate } = observeQuery();
  show();
  await endFetch(0, "first");

  invalidate();
  invalidate();
  expect(queryFn).toHaveBeenCalledTimes(3);
  await endFetch(2, "after the change");

  expect(queryFn).toHaveBeenCalledTimes(3);
});

test("a first fetch that fails is not tried again", async () => {
  const { client, queryFn, show, endFetch, invalidate } = observeQuery();
  show();

  invalidate();
  await endFetch(0, new Error("gone"));

  expect(queryFn).toHaveBeenCalledTimes(1);
  expect(client.getQueryState(queryKey)?.status).toBe("error");
});

test("what no page shows any more is only marked, for the next one that does", async () => {
  const { client, queryFn, show, endFetch, invalidate } = observeQuery();
  show()();

  invalidate();
  await endFetch(0, "before the change");
  expect(queryFn).toHaveBeenCalledTimes(1);
  expect(client.getQueryState(queryKey)?.isInvalidated).toBe(true);

  show();
  expect(queryFn).toHaveBeenCalledTimes(2);
});

test("others that are being fetched are left alone", async () => {
  const { client, queryFn, show, endFetch } = observeQuery();
  show();

  void client.invalidateQueries({ queryKey: ["get", "/api/segments"] });
  await endFetch(0, "first");

  expect(queryFn).toHaveBeenCalledTimes(1);
});

test("what an event would change during the first fetch is fetched once more when that ends", async () => {
  const { client, queryFn, show, endFetch } = observeQuery();
  show();
  const change = () =>
    client.setQueriesData<string>({ queryKey: ["get"] }, (old) => (old === undefined ? old : `${old}, updated`));

  change();
  change();
  await endFetch(0, "before the change");
  expect(queryFn).toHaveBeenCalledTimes(2);
  await endFetch(1, "after the change");
  change();

  expect(queryFn).toHaveBeenCalledTimes(2);
  expect(client.getQueryData(queryKey)).toBe("after the change, updated");
});

test("changes during later fetches, whose data replace them, are fetched again after a while", async () => {
  vi.useFakeTimers({ toFake: ["setTimeout"], shouldAdvanceTime: true });
  const { client, queryFn, show, endFetch, invalidate } = observeQuery();
  show();
  await endFetch(0, "first");
  const change = () => client.setQueryData<string>(queryKey, (old) => `${old}, updated`);
  invalidate();
  change();
  change();
  await endFetch(1, "before the change");
  expect(client.getQueryState(queryKey)?.isInvalidated).toBe(true);
  await vi.advanceTimersByTimeAsync(2_000);
  expect(queryFn).toHaveBeenCalledTimes(2);

  await vi.advanceTimersByTimeAsync(1_000);
  expect(queryFn).toHaveBeenCalledTimes(3);
  client.setQueryData<string>(queryKey, (old) => old);
  await endFetch(2, "after the change");
  await vi.advanceTimersByTimeAsync(10_000);

  expect(queryFn).toHaveBeenCalledTimes(3);
  expect(client.getQueryState(queryKey)).toMatchObject({ data: "after the change", isInvalidated: false });
});

test("changes while a query waits to be fetched again do not end its waiting", async () => {
  vi.useFakeTimers({ toFake: ["setTimeout"], shouldAdvanceTime: true });
  const { client, queryFn, show, endFetch, invalidate } = observeQuery();
  show();
  await endFetch(0, "first");
  const change = () => client.setQueryData<string>(queryKey, (old) => `${old}, updated`);
  invalidate();
  change();
  await endFetch(1, "before the change");

  change();
  client.setQueryData<string>(queryKey, (old) => old);
  expect(client.getQueryState(queryKey)?.isInvalidated).toBe(true);
  await vi.advanceTimersByTimeAsync(3_000);

  expect(queryFn).toHaveBeenCalledTimes(3);
});

test("a change during a fetch that is cancelled is fetched by the next page", async () => {
  const { client, queryFn, show, endFetch, invalidate } = observeQuery();
  const stop = show();
  await endFetch(0, "first");
  invalidate();
  client.setQueryData<string>(queryKey, (old) => `${old}, updated`);
  stop();
  await client.cancelQueries({ queryKey });

  expect(client.getQueryState(queryKey)).toMatchObject({ data: "first, updated", isInvalidated: true });
  expect(queryFn).toHaveBeenCalledTimes(2);
});
