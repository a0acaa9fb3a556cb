import { createContext, useContext } from "react";
import type { Settings } from "../../collab/values";
import { type Beside, NOTHING_BESIDE } from "../../screen/beside";
import type { View } from "../registry";

/** How the nodes of a canvas are rendered. */
export interface Drawing {
  readonly view: View;
  readonly globals: Settings;
  /** Whether the canvas is read-only, such as that of a version: without selection, drags and text editing. */
  readonly isStill: boolean;
}

export const DrawContext = createContext<Drawing | null>(null);

export function useDrawing(): Drawing {
  const drawing = useContext(DrawContext);
  if (!drawing) throw new Error("outside of a canvas");
  return drawing;
}

export const BesideContext = createContext<Beside>(NOTHING_BESIDE);
