import { useSyncExternalStore } from "react";

let isShown = false;
const listeners = new Set<() => void>();

function setShown(next: boolean): void {
  isShown = next;
  for (const listener of listeners) listener();
}

/** Shows the notice that a result will be delivered (ERR-121, SHELL-231). */
export function showExportNotice(): void {
  setShown(true);
}

export function hideExportNotice(): void {
  setShown(false);
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

export function useExportNotice(): boolean {
  return useSyncExternalStore(subscribe, () => isShown);
}
