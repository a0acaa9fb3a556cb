import { useSyncExternalStore } from "react";

let latest = "";
const listeners = new Set<() => void>();

/** Stores the text of the newest notification, for screen readers. */
export function announce(words: string): void {
  latest = words;
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Title of the newest notification that arrived while this tab was open; empty before the first. */
export function useLatest(): string {
  return useSyncExternalStore(subscribe, () => latest);
}
