import { createContext, useContext } from "react";
import type { Settings } from "../../collab/values";
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

/** Someone else in the document, with the node that they have selected. */
export interface Other {
  readonly node: string;
  readonly name: string;
  /** `#rrggbb`, on which white words can be read. */
  readonly colour: string;
}

export interface Beside {
  readonly others: readonly Other[];
  /** Open talks by node. */
  readonly comments: ReadonlyMap<string, number>;
}

export const NOBODY: Beside = { others: [], comments: new Map() };

export const BesideContext = createContext<Beside>(NOBODY);
