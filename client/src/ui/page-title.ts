import { useLayoutEffect, useSyncExternalStore } from "react";

let screenTitle = "";
/** Title of a page shown in place of the screen. */
let titleOverride: string | undefined;
const listeners = new Set<() => void>();

function notify(): void {
  for (const listener of listeners) listener();
}

/** Sets the title of the current screen, for the header on phones. */
export function setScreenTitle(title: string): void {
  if (title === screenTitle) return;
  screenTitle = title;
  notify();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Title of the current screen's route. */
export function useScreenTitle(): string {
  return useSyncExternalStore(subscribe, () => screenTitle);
}

/** Overrides the route's page title while the caller is mounted. */
export function useOverrideTitle(title: string): void {
  useLayoutEffect(() => {
    titleOverride = title;
    notify();
    return () => {
      titleOverride = undefined;
      notify();
    };
  }, [title]);
}

export function useTitleOverride(): string | undefined {
  return useSyncExternalStore(subscribe, () => titleOverride);
}
