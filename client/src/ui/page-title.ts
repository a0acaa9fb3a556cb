import { useSyncExternalStore } from "react";

let current = "";
const listeners = new Set<() => void>();

/** Tells the frame which page is shown, for the header of a phone. */
export function announcePageTitle(title: string): () => void {
  current = title;
  for (const listener of listeners) listener();
  return () => undefined;
}

export function usePageTitle(): string {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => current,
  );
}
