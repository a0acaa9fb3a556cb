import { createContext, useContext } from "react";
import type { Settings } from "../../collab/values";
import { type Decorations, NO_DECORATIONS } from "../../screen/decorations";
import type { View } from "../registry";

/** How the nodes of a canvas are rendered. */
export interface RenderOptions {
  readonly view: View;
  readonly globals: Settings;
  /** Whether the canvas is read-only, such as that of a version: without selection, drags and text editing. */
  readonly isStill: boolean;
}

export const RenderContext = createContext<RenderOptions | null>(null);

export function useRenderContext(): RenderOptions {
  const context = useContext(RenderContext);
  if (!context) throw new Error("outside of a canvas");
  return context;
}

export const DecorationsContext = createContext<Decorations>(NO_DECORATIONS);
