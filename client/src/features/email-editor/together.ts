import { createContext, useContext } from "react";
import type { Awareness } from "y-protocols/awareness";
import type { TagOffer } from "@/builder/inspector/inspector";

/** What writing in a text together needs, and drawing what stands around the mail. */
export interface Together {
  readonly tags: readonly TagOffer[];
  readonly awareness: Awareness | undefined;
  /** With whose name the mail's footer says that it was sent; empty where it says none. */
  readonly brand: string;
}

export const TogetherContext = createContext<Together>({ tags: [], awareness: undefined, brand: "" });

export function useTogether(): Together {
  return useContext(TogetherContext);
}
