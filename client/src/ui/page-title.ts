import { useLayoutEffect, useSyncExternalStore } from "react";

let current = "";
/** What stands in place of the screen has a title of its own. */
let override: string | undefined;
const listeners = new Set<() => void>();

function notify(): void {
  for (const listener of listeners) listener();
}

/** Sets the title of the screen shown, for the header of a phone. */
export function setScreenTitle(title: string): void {
  if (title === current) return;
  current = title;
  notify();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Title of the screen, as its route names it. */
export function useScreenTitle(): string {
  return useSyncExternalStore(subscribe, () => current);
}

/** Gives the page another title than its route has, as long as the caller is shown. */
export function useOverrideTitle(title: string): void {
  useLayoutEffect(() => {
    override = title;
    notify();
    return () => {
      override = undefined;
      notify();
    };
  }, [title]);
}

/** The title that stands instead of the route's. */
export function useTitleOverride(): string | undefined {
  return useSyncExternalStore(subscribe, () => override);
}
