import { createContext, useContext } from "react";
import type { Awareness } from "y-protocols/awareness";
import type { TagOffer } from "@/builder/editor";

/** What writing in a text together needs. */
export interface Together {
  readonly tags: readonly TagOffer[];
  readonly awareness: Awareness | undefined;
}

export const TogetherContext = createContext<Together>({ tags: [], awareness: undefined });

export function useTogether(): Together {
  return useContext(TogetherContext);
}
