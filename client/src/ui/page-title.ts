import { useLayoutEffect, useSyncExternalStore } from "react";

let current = "";
/** Title of a page shown in place of the screen. */
let override: string | undefined;
const listeners = new Set<() => void>();

function notify(): void {
  for (const listener of listeners) listener();
}

/** Sets the title of the current screen, for the header on phones. */
export function setScreenTitle(title: string): void {
  if (title === current) return;
  current = title;
  notify();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Title of the current screen's route. */
export function useScreenTitle(): string {
  return useSyncExternalStore(subscribe, () => current);
}

/** Overrides the route's page title while the caller is mounted. */
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

export function useTitleOverride(): string | undefined {
  return useSyncExternalStore(subscribe, () => override);
}
