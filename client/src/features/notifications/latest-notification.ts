import { useSyncExternalStore } from "react";

let latestTitle = "";
const listeners = new Set<() => void>();

/** Stores the text of the newest notification, for screen readers. */
export function announce(words: string): void {
  latestTitle = words;
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Title of the newest notification that arrived while this tab was open; empty before the first. */
export function useLatestNotification(): string {
  return useSyncExternalStore(subscribe, () => latestTitle);
}
