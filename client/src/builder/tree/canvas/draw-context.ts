import { createContext, useContext } from "react";
import type { Settings } from "../../collab/values";
import { type Beside, NOTHING_BESIDE } from "../../screen/beside";
import type { View } from "../registry";

/** As what everything is drawn. */
export interface Drawing {
  readonly view: View;
  readonly globals: Settings;
  /** Drawn to be looked at, such as a version: nothing is selected, dragged or written in. */
  readonly isStill: boolean;
}

export const DrawContext = createContext<Drawing | null>(null);

export function useDrawing(): Drawing {
  const drawing = useContext(DrawContext);
  if (!drawing) throw new Error("outside of a canvas");
  return drawing;
}

export const BesideContext = createContext<Beside>(NOTHING_BESIDE);
