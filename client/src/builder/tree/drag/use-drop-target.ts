import {
  dropTargetForElements,
  type ElementDropTargetEventBasePayload,
} from "@atlaskit/pragmatic-drag-and-drop/adapter/element-adapter";
import { getElementFromPointWithoutHoneypot } from "@atlaskit/pragmatic-drag-and-drop/get-element-from-point-without-honey-pot";
import { attachClosestEdge } from "@atlaskit/pragmatic-drag-and-drop-hitbox/closest-edge/attach-closest-edge";
import { extractClosestEdge } from "@atlaskit/pragmatic-drag-and-drop-hitbox/closest-edge/extract-closest-edge";
import { type RefObject, useEffect } from "react";
import { describeMove, moveTo } from "../actions";
import { findNodeElement } from "../canvas/position-rects";
import { type Editor, getShownSnapshot } from "../editor";
import { isLocked } from "../locks";
import type { Piece } from "../model/pieces";
import { findBranch } from "../model/tree-positions";
import { type Drop, findDrop, type Shapes } from "./drop";

/** Pixels from the upper or lower edge of a row that mean the position between rows. */
const EDGE_PIXELS = 14;

/** The dragged nodes of the document in reading order, or a new piece. */
interface DragData {
  readonly nodes?: readonly string[];
  readonly pieces?: () => readonly Piece[];
  readonly insert?: (drop: Drop) => void;
}

type PointerInput = ElementDropTargetEventBasePayload["location"]["current"]["input"];

/**
 * Accepts drags over the canvas. Calls `show` with the drop position, `refused` if there is none, or null when the drag
 * ends.
 */
export function useDropTarget(
  editor: Editor,
  desk: RefObject<HTMLElement | null>,
  show: (drop: Drop | "refused" | null) => void,
): void {
  useEffect(() => {
    const element = desk.current;
    if (!element) return;
    const dropOf = ({ source, location }: ElementDropTargetEventBasePayload): Drop | undefined => {
      const shapes = getShapes(editor, source.data as DragData);
      return shapes && findDropAtPointer(editor, element, shapes, location.current.input);
    };
    return dropTargetForElements({
      element,
      canDrop: ({ source }) => getShapes(editor, source.data as DragData) !== undefined,
      getDropEffect: ({ source }) => (source.data.nodes ? "move" : "copy"),
      onDrag: (event) => show(dropOf(event) ?? "refused"),
      onDragLeave: () => show(null),
      onDrop: (event) => {
        show(null);
        const drop = dropOf(event);
        const { nodes, insert } = event.source.data as DragData;
        if (!drop) editor.say(editor.t("tree.say.notThere"));
        else if (insert) insert(drop);
        else if (nodes) {
          const moved = moveTo(editor, nodes, drop.place);
          if (moved === "moved" && nodes.length > 1) editor.say(describeMove(editor, nodes));
          else if (moved === "moved") editor.actor.send({ type: "select", id: nodes[0] ?? null });
          else if (moved === "refused") editor.say(editor.t("tree.say.notThere"));
        }
      },
    });
  }, [editor, desk, show]);
}

function getShapes({ store }: Editor, { nodes = [], pieces }: DragData): Shapes | undefined {
  if (pieces) return pieces();
  const found = nodes.flatMap((id) => findBranch(store.snapshot(), id)?.branch ?? []);
  return found.length > 0 && found.length === nodes.length ? found : undefined;
}

function findDropAtPointer(editor: Editor, desk: HTMLElement, shapes: Shapes, input: PointerInput): Drop | undefined {
  const snapshot = getShownSnapshot(editor);
  const under = getElementFromPointWithoutHoneypot({ x: input.clientX, y: input.clientY });
  const id = under?.closest<HTMLElement>("[data-node]")?.dataset.node;
  const drop = findDrop(snapshot, shapes, {
    id,
    isAfter: (each) => {
      const element = findNodeElement(desk, each);
      if (!element) return false;
      const isBeside = element.dataset.axis === "inline";
      const allowedEdges = isBeside ? (["left", "right"] as const) : (["top", "bottom"] as const);
      const edge = extractClosestEdge(attachClosestEdge({}, { element, input, allowedEdges: [...allowedEdges] }));
      return edge === "bottom" || edge === "right";
    },
    isNearEdge: (each) => {
      const rect = findNodeElement(desk, each)?.getBoundingClientRect();
      return (
        rect !== undefined && (input.clientY - rect.top < EDGE_PIXELS || rect.bottom - input.clientY < EDGE_PIXELS)
      );
    },
  });
  return drop && !isLocked(editor.editing, snapshot, drop.place.parent) ? drop : undefined;
}
