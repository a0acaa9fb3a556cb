/** Files of the application that could not be loaded yet. Each is retried until it is there. */
import { retryDelayMs } from "../retry-delay";

/** Why files wait: no server responds, or a new release requires a reload. */
export type WaitReason = "none" | "unreachable" | "missing";

/** A file that only a reload of the page can bring. */
export class MissingFileError extends Error {
  constructor(file: string) {
    super(`Failed to fetch dynamically imported module: ${file}`);
    this.name = "FileMissing";
  }
}

/** Whether this is a browser's error for a module that it could not fetch. */
export function isImportFailure(error: unknown): error is Error {
  return (
    error instanceof Error &&
    /dynamically imported module|Importing a module script|error loading dynamically/i.test(error.message)
  );
}

interface Waiter {
  failure: unknown;
  retry: () => void;
}

const waiters = new Set<Waiter>();
const listeners = new Set<() => void>();
/** By the promise of `loadUntilAvailable`. */
const waitersByLoad = new WeakMap<Promise<void>, Waiter>();
/** Files requested by a `failWhenMissing` call while its `load` runs synchronously. */
let collectedWaiters: Set<Waiter> | undefined;

function notifyListeners(): void {
  for (const listener of listeners) listener();
}

function findMissing(among: ReadonlySet<Waiter>): MissingFileError | undefined {
  for (const waiter of among) {
    if (waiters.has(waiter) && waiter.failure instanceof MissingFileError) return waiter.failure;
  }
  return undefined;
}

export function getWaitReason(): WaitReason {
  if (waiters.size === 0) return "none";
  return findMissing(waiters) ? "missing" : "unreachable";
}

export function onWaitReasonChange(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Retries all of them now. */
export function retryWaiting(): void {
  for (const waiter of [...waiters]) waiter.retry();
}

function pause(waiter: Waiter, failed: number): Promise<void> {
  return new Promise((resolve) => {
    const retry = (): void => {
      clearTimeout(timer);
      window.removeEventListener("online", retry);
      resolve();
    };
    const timer = setTimeout(retry, retryDelayMs(failed));
    window.addEventListener("online", retry);
    waiter.retry = retry;
  });
}

async function retryUntilLoaded(load: () => Promise<void>, waiter: Waiter): Promise<void> {
  for (let failed = 0; ; failed += 1) {
    try {
      await load();
      if (waiters.delete(waiter)) notifyListeners();
      return;
    } catch (failure) {
      waiter.failure = failure;
      waiters.add(waiter);
      notifyListeners();
      await pause(waiter, failed);
    }
  }
}

/** Calls `load` until it succeeds: with increasing delays, when the browser comes online, and on `retryWaiting`. */
export function loadUntilAvailable(load: () => Promise<void>): Promise<void> {
  const waiter: Waiter = { failure: undefined, retry: () => undefined };
  const isThere = retryUntilLoaded(load, waiter);
  waitersByLoad.set(isThere, waiter);
  return awaitFile(isThere);
}

/** Adds a file that is already loading to the files of the current load. */
export function awaitFile(isThere: Promise<void>): Promise<void> {
  const waiter = waitersByLoad.get(isThere);
  if (waiter) collectedWaiters?.add(waiter);
  return isThere;
}

/** Calls `load` and collects the files that it requests before its first await. */
function collectFiles<Result>(load: () => Promise<Result>): { files: ReadonlySet<Waiter>; result: Promise<Result> } {
  const outer = collectedWaiters;
  const files = new Set<Waiter>();
  collectedWaiters = files;
  try {
    return { files, result: load() };
  } finally {
    collectedWaiters = outer;
  }
}

/**
 * Rejects when a file that `load` requests is missing and only a reload of the page helps. Files that only other parts
 * of the page miss do not count.
 *
 * Wrap each step of a load separately: only files that are requested before the first await are known.
 */
export async function failWhenMissing<Result>(load: () => Promise<Result>): Promise<Result> {
  const { files, result } = collectFiles(load);
  let stop: () => void = () => undefined;
  const failure = new Promise<never>((_resolve, reject) => {
    const check = (): void => {
      const missing = findMissing(files);
      if (missing) reject(missing);
    };
    stop = onWaitReasonChange(check);
    check();
  });
  try {
    return await Promise.race([failure, result]);
  } finally {
    stop();
  }
}
