import { useSyncExternalStore } from "react";

let current = "";
const listeners = new Set<() => void>();

/** Sets the title of the screen shown, for the header of a phone. */
export function setScreenTitle(title: string): void {
  if (title === current) return;
  current = title;
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Title of the screen, as its route names it. */
export function useScreenTitle(): string {
  return useSyncExternalStore(subscribe, () => current);
}
