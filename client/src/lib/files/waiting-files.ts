/** Files of the application that could not be loaded yet. Each is loaded again until it is there. */
import { retryDelayMs } from "../retry-delay";

/** Why files wait: no server responds, or only a reload brings them, since another release is there. */
export type Waiting = "none" | "unreachable" | "missing";

/** A file that comes with the page alone, once it is loaded again. */
export class FileMissing extends Error {
  constructor(file: string) {
    super(`Failed to fetch dynamically imported module: ${file}`);
    this.name = "FileMissing";
  }
}

/** Whether it is what a browser says of a module that it could not fetch. */
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
/** By the promise of `loadUntilThere`. */
const waiterOf = new WeakMap<Promise<void>, Waiter>();
/** What the `failWhenMissing` that calls its load right now waits for. */
let awaited: Set<Waiter> | undefined;

function publish(): void {
  for (const listener of listeners) listener();
}

function findMissing(among: ReadonlySet<Waiter>): FileMissing | undefined {
  for (const waiter of among) {
    if (waiters.has(waiter) && waiter.failure instanceof FileMissing) return waiter.failure;
  }
  return undefined;
}

export function readWaiting(): Waiting {
  if (waiters.size === 0) return "none";
  return findMissing(waiters) ? "missing" : "unreachable";
}

export function onWaitingChange(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Tries all of them now. */
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

async function retryUntilThere(load: () => Promise<void>, waiter: Waiter): Promise<void> {
  for (let failed = 0; ; failed += 1) {
    try {
      await load();
      if (waiters.delete(waiter)) publish();
      return;
    } catch (failure) {
      waiter.failure = failure;
      waiters.add(waiter);
      publish();
      await pause(waiter, failed);
    }
  }
}

/** Calls `load` until it succeeds: soon after a failure, when the browser is online again, and when asked to. */
export function loadUntilThere(load: () => Promise<void>): Promise<void> {
  const waiter: Waiter = { failure: undefined, retry: () => undefined };
  const isThere = retryUntilThere(load, waiter);
  waiterOf.set(isThere, waiter);
  return awaitFile(isThere);
}

/** A file that something else loads already: the load that asks for it now waits for it as well. */
export function awaitFile(isThere: Promise<void>): Promise<void> {
  const waiter = waiterOf.get(isThere);
  if (waiter) awaited?.add(waiter);
  return isThere;
}

/** Calls `load`, and collects the files that it asks for before it first waits. */
function collectFiles<Result>(load: () => Promise<Result>): { files: ReadonlySet<Waiter>; result: Promise<Result> } {
  const outer = awaited;
  const files = new Set<Waiter>();
  awaited = files;
  try {
    return { files, result: load() };
  } finally {
    awaited = outer;
  }
}

/**
 * Fails when a file that `load` asks for is missing: for what is helped by loading the page again. A file that only
 * other parts of the page miss does not count. A load in two steps needs this around each step, since only the files
 * that it asks for before it first waits are known.
 */
export async function failWhenMissing<Result>(load: () => Promise<Result>): Promise<Result> {
  const { files, result } = collectFiles(load);
  let stop: () => void = () => undefined;
  const failure = new Promise<never>((_resolve, reject) => {
    const check = (): void => {
      const missing = findMissing(files);
      if (missing) reject(missing);
    };
    stop = onWaitingChange(check);
    check();
  });
  try {
    return await Promise.race([failure, result]);
  } finally {
    stop();
  }
}
