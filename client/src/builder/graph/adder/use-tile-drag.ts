import { draggable } from "@atlaskit/pragmatic-drag-and-drop/adapter/element-adapter";
import { type RefObject, useEffect } from "react";
import type { GraphKind } from "../registry";

const KIND_KEY = Symbol("kind of a graph");

/** Lets a kind be dragged onto the canvas. */
export function useTileDrag(tile: RefObject<HTMLElement | null>, kind: GraphKind, isAllowed: boolean): void {
  useEffect(() => {
    const element = tile.current;
    if (!element || !isAllowed) return;
    return draggable({ element, getInitialData: () => ({ [KIND_KEY]: kind }) });
  }, [tile, kind, isAllowed]);
}

/** The kind in the data of a drag; undefined if another thing is dragged. */
export function getDraggedKind(data: Readonly<Record<string | symbol, unknown>>): GraphKind | undefined {
  return data[KIND_KEY] as GraphKind | undefined;
}
