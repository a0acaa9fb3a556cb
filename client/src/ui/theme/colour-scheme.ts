import { useSyncExternalStore } from "react";
import { readStored, writeStored } from "@/lib/storage";

export type SchemeChoice = "light" | "dark" | "auto";

const DARK_QUERY = "(prefers-color-scheme: dark)";
const listeners = new Set<() => void>();

export function getSchemeChoice(): SchemeChoice {
  const stored = readStored("colorScheme");
  return stored === "light" || stored === "dark" ? stored : "auto";
}

function getResolvedScheme(): "light" | "dark" {
  const choice = getSchemeChoice();
  if (choice !== "auto") return choice;
  return window.matchMedia(DARK_QUERY).matches ? "dark" : "light";
}

function applyScheme(): void {
  document.documentElement.setAttribute("data-mantine-color-scheme", getResolvedScheme());
  for (const listener of listeners) listener();
}

/** Follows the system's scheme while none is chosen. public/scheme.js has set the attribute before the first paint. */
export function followColourScheme(): void {
  window.matchMedia(DARK_QUERY).addEventListener("change", applyScheme);
  applyScheme();
}

/** Sets light, dark or the system's scheme, and stores it in this browser. */
export function chooseScheme(choice: SchemeChoice): void {
  writeStored("colorScheme", choice === "auto" ? undefined : choice);
  applyScheme();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

export function useSchemeChoice(): SchemeChoice {
  return useSyncExternalStore(subscribe, getSchemeChoice);
}

export function useResolvedScheme(): "light" | "dark" {
  return useSyncExternalStore(subscribe, getResolvedScheme);
}
