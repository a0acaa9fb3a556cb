import { useSyncExternalStore } from "react";

/** Content of the help panel. */
export type HelpView =
  | { readonly name: "articles" }
  | { readonly name: "article"; readonly slug: string }
  | { readonly name: "updates" }
  | { readonly name: "update"; readonly id: string }
  | { readonly name: "contact" };

interface State {
  readonly isOpen: boolean;
  readonly view: HelpView;
}

let state: State = { isOpen: false, view: { name: "articles" } };
const listeners = new Set<() => void>();

function setState(next: State): void {
  state = next;
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Opens the help panel at `view`. */
export function openHelp(view: HelpView = { name: "articles" }): void {
  setState({ isOpen: true, view });
}

export function closeHelp(): void {
  setState({ ...state, isOpen: false });
}

export function useHelp(): State {
  return useSyncExternalStore(subscribe, () => state);
}
