import { afterEach, beforeEach, expect, test, vi } from "vitest";
import {
  awaitFile,
  failWhenMissing,
  getWaitReason,
  loadUntilAvailable,
  MissingFileError,
  onWaitReasonChange,
  retryWaiting,
} from "./waiting-files";

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

/** Fails `times` times, then succeeds. */
function createFailingLoad(times: number, failure: Error = new TypeError("Failed to fetch")) {
  const load = vi.fn(async () => {
    if (load.mock.calls.length <= times) throw failure;
  });
  return load;
}

test("a file that could not be loaded is loaded again later and later, and waits so long", async () => {
  const load = createFailingLoad(2);
  const states: string[] = [];
  const stop = onWaitReasonChange(() => states.push(getWaitReason()));
  const isThere = loadUntilAvailable(load);

  await vi.advanceTimersByTimeAsync(0);
  expect([load.mock.calls.length, getWaitReason()]).toEqual([1, "unreachable"]);
  await vi.advanceTimersByTimeAsync(2000);
  expect(load).toHaveBeenCalledTimes(2);
  await vi.advanceTimersByTimeAsync(4000);
  await isThere;

  expect([load.mock.calls.length, getWaitReason()]).toEqual([3, "none"]);
  expect(states).toEqual(["unreachable", "unreachable", "none"]);
  stop();
});

test.each([
  ["the browser is online again", () => window.dispatchEvent(new Event("online"))],
  ["it is asked to", () => retryWaiting()],
])("a file is loaded again as soon as %s", async (_when, happen) => {
  const load = createFailingLoad(1);
  const isThere = loadUntilAvailable(load);
  await vi.advanceTimersByTimeAsync(0);

  happen();
  await isThere;

  expect(load).toHaveBeenCalledTimes(2);
  await vi.advanceTimersByTimeAsync(60_000);
  expect(load).toHaveBeenCalledTimes(2);
});

test("what a missing file would fail fails, what waits for it waits", async () => {
  const load = createFailingLoad(1, new MissingFileError("/assets/a-1.js"));
  const part = vi.fn();
  const isThere = loadUntilAvailable(load);
  void isThere.then(part);
  const screen = failWhenMissing(() => awaitFile(isThere));

  await expect(screen).rejects.toThrow(MissingFileError);
  expect(getWaitReason()).toBe("missing");
  await expect(failWhenMissing(() => awaitFile(isThere))).rejects.toThrow("/assets/a-1.js");
  expect(part).not.toHaveBeenCalled();

  retryWaiting();
  await isThere;
  expect(getWaitReason()).toBe("none");
  await expect(failWhenMissing(() => awaitFile(isThere))).resolves.toBeUndefined();
});

test("a file that only another part of the page misses fails nothing else, now or later", async () => {
  const part = loadUntilAvailable(createFailingLoad(2, new MissingFileError("/assets/part-1.js")));
  await vi.advanceTimersByTimeAsync(0);
  expect(getWaitReason()).toBe("missing");

  await expect(failWhenMissing(async () => "there")).resolves.toBe("there");
  const screen = failWhenMissing(async () => {
    await loadUntilAvailable(createFailingLoad(1));
    return "there later";
  });
  await vi.advanceTimersByTimeAsync(0);
  retryWaiting();

  await expect(screen).resolves.toBe("there later");
  retryWaiting();
  await part;
  expect(getWaitReason()).toBe("none");
});

test("a load within another one waits for its own files alone", async () => {
  const missing = (name: string) => loadUntilAvailable(createFailingLoad(1, new MissingFileError(name)));
  let inner: Promise<unknown> | undefined;
  const outer = failWhenMissing(async () => {
    inner = failWhenMissing(() => missing("/assets/inner-1.js"));
    await missing("/assets/outer-1.js");
  });

  await expect(inner).rejects.toThrow("/assets/inner-1.js");
  await expect(outer).rejects.toThrow("/assets/outer-1.js");
  retryWaiting();
  await vi.advanceTimersByTimeAsync(0);
  expect(getWaitReason()).toBe("none");
});
