import { createContext, useContext } from "react";
import type { Settings } from "@/builder/collab/values";
import type { View } from "@/builder/tree/registry";
import { DARK, toText } from "./appearance";

/** Whether dark mode changes the background here: true if no ancestor sets its own. */
export const InheritedBackgroundContext = createContext(true);

/** Whether inherited colours adapt to dark mode here. */
export function useIsAdaptive({ dark }: Settings, { scheme }: View): boolean {
  return useContext(InheritedBackgroundContext) && scheme === "dark" && dark === "adapts";
}

/** Text colour: `own`, or the global one, which dark mode can change. */
export function useTextColour(own: string, globals: Settings, view: View): string {
  const adapts = useIsAdaptive(globals, view);
  if (own) return own;
  return adapts ? DARK.text : toText(globals.textColour);
}

export function useLinkColour(globals: Settings, view: View): string {
  return useIsAdaptive(globals, view) ? DARK.link : toText(globals.linkColour);
}
