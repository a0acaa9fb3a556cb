import {
  dropTargetForElements,
  type ElementDropTargetEventBasePayload,
} from "@atlaskit/pragmatic-drag-and-drop/adapter/element-adapter";
import { getElementFromPointWithoutHoneypot } from "@atlaskit/pragmatic-drag-and-drop/get-element-from-point-without-honey-pot";
import { attachClosestEdge } from "@atlaskit/pragmatic-drag-and-drop-hitbox/closest-edge/attach-closest-edge";
import { extractClosestEdge } from "@atlaskit/pragmatic-drag-and-drop-hitbox/closest-edge/extract-closest-edge";
import { type RefObject, useEffect } from "react";
import { moveTo, saidMoved } from "../acts";
import { nodeElement } from "../canvas/mark-rects";
import { type Editor, shown } from "../editor";
import { isLocked } from "../locks";
import type { Piece } from "../model/pieces";
import { find } from "../model/places";
import { type Drop, dropPlace, type Shapes } from "./drop-place";

/** Pixels from the upper or lower edge of a row that mean the position between rows. */
const EDGE = 14;

/** The dragged nodes of the document in drawing order, or a new piece. */
interface Dragged {
  readonly nodes?: readonly string[];
  readonly pieces?: () => readonly Piece[];
  readonly insert?: (drop: Drop) => void;
}

type Input = ElementDropTargetEventBasePayload["location"]["current"]["input"];

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
      const shapes = shapesOf(editor, source.data as Dragged);
      return shapes && dropAt(editor, element, shapes, location.current.input);
    };
    return dropTargetForElements({
      element,
      canDrop: ({ source }) => shapesOf(editor, source.data as Dragged) !== undefined,
      getDropEffect: ({ source }) => (source.data.nodes ? "move" : "copy"),
      onDrag: (event) => show(dropOf(event) ?? "refused"),
      onDragLeave: () => show(null),
      onDrop: (event) => {
        show(null);
        const drop = dropOf(event);
        const { nodes, insert } = event.source.data as Dragged;
        if (!drop) editor.say(editor.t("tree.say.notThere"));
        else if (insert) insert(drop);
        else if (nodes) {
          const moved = moveTo(editor, nodes, drop.place);
          if (moved === "moved" && nodes.length > 1) editor.say(saidMoved(editor, nodes));
          else if (moved === "moved") editor.actor.send({ type: "select", id: nodes[0] ?? null });
          else if (moved === "refused") editor.say(editor.t("tree.say.notThere"));
        }
      },
    });
  }, [editor, desk, show]);
}

function shapesOf({ store }: Editor, { nodes = [], pieces }: Dragged): Shapes | undefined {
  if (pieces) return pieces();
  const found = nodes.flatMap((id) => find(store.snapshot(), id)?.branch ?? []);
  return found.length > 0 && found.length === nodes.length ? found : undefined;
}

function dropAt(editor: Editor, desk: HTMLElement, shapes: Shapes, input: Input): Drop | undefined {
  const snapshot = shown(editor);
  const under = getElementFromPointWithoutHoneypot({ x: input.clientX, y: input.clientY });
  const id = under?.closest<HTMLElement>("[data-node]")?.dataset.node;
  const drop = dropPlace(snapshot, shapes, {
    id,
    isAfter: (each) => {
      const element = nodeElement(desk, each);
      if (!element) return false;
      const isBeside = element.dataset.axis === "inline";
      const allowedEdges = isBeside ? (["left", "right"] as const) : (["top", "bottom"] as const);
      const edge = extractClosestEdge(attachClosestEdge({}, { element, input, allowedEdges: [...allowedEdges] }));
      return edge === "bottom" || edge === "right";
    },
    isNearEdge: (each) => {
      const rect = nodeElement(desk, each)?.getBoundingClientRect();
      return rect !== undefined && (input.clientY - rect.top < EDGE || rect.bottom - input.clientY < EDGE);
    },
  });
  return drop && !isLocked(editor.editing, snapshot, drop.place.parent) ? drop : undefined;
}
