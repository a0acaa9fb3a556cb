import { createContext, useContext } from "react";
import type { Settings } from "@/builder/collab/values";
import type { View } from "@/builder/tree/registry";
import { DARK, text } from "./look";

/** Whether what is drawn here stands on a ground that dark mail changes: none around it has a colour of its own. */
export const GroundContext = createContext(true);

/** Whether inherited colours are those of dark mail here. */
export function useAdapts({ dark }: Settings, { scheme }: View): boolean {
  return useContext(GroundContext) && scheme === "dark" && dark === "adapts";
}

/** The colour of words: their own, else that of the whole, which dark mail changes. */
export function useInk(own: string, globals: Settings, view: View): string {
  const adapts = useAdapts(globals, view);
  if (own) return own;
  return adapts ? DARK.text : text(globals.textColour);
}

export function useLinkColour(globals: Settings, view: View): string {
  return useAdapts(globals, view) ? DARK.link : text(globals.linkColour);
}
