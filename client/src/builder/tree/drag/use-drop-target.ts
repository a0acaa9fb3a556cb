import {
  dropTargetForElements,
  type ElementDropTargetEventBasePayload,
} from "@atlaskit/pragmatic-drag-and-drop/adapter/element-adapter";
import { getElementFromPointWithoutHoneypot } from "@atlaskit/pragmatic-drag-and-drop/get-element-from-point-without-honey-pot";
import { attachClosestEdge } from "@atlaskit/pragmatic-drag-and-drop-hitbox/closest-edge/attach-closest-edge";
import { extractClosestEdge } from "@atlaskit/pragmatic-drag-and-drop-hitbox/closest-edge/extract-closest-edge";
import { type RefObject, useEffect } from "react";
import { moveTo, put } from "../acts";
import { nodeElement } from "../canvas/mark-rects";
import { type Editor, shown } from "../editor";
import { isLocked } from "../locks";
import type { Piece } from "../model/pieces";
import { find, type Shape } from "../model/places";
import { type Drop, dropPlace } from "./drop-place";

/** Pixels from the upper or lower edge of a row in which one means the place between rows. */
const EDGE = 14;

/** What is dragged: a node of the document, or something new. */
interface Dragged {
  readonly node?: unknown;
  readonly piece?: () => Piece;
}

type Input = ElementDropTargetEventBasePayload["location"]["current"]["input"];

/** Takes what is dragged over the desk. `show` is told where it would go, or that it can't, or that nothing is there. */
export function useDropTarget(
  editor: Editor,
  desk: RefObject<HTMLElement | null>,
  show: (drop: Drop | "refused" | null) => void,
): void {
  useEffect(() => {
    const element = desk.current;
    if (!element) return;
    const dropOf = ({ source, location }: ElementDropTargetEventBasePayload): Drop | undefined => {
      const shape = shapeOf(editor, source.data as Dragged);
      return shape && dropAt(editor, element, shape, location.current.input);
    };
    return dropTargetForElements({
      element,
      canDrop: ({ source }) => shapeOf(editor, source.data as Dragged) !== undefined,
      getDropEffect: ({ source }) => (typeof source.data.node === "string" ? "move" : "copy"),
      onDrag: (event) => show(dropOf(event) ?? "refused"),
      onDragLeave: () => show(null),
      onDrop: (event) => {
        show(null);
        const drop = dropOf(event);
        const { node, piece } = event.source.data as Dragged;
        if (!drop) editor.say(editor.t("tree.say.notThere"));
        else if (piece) put(editor, piece(), drop);
        else if (typeof node === "string") {
          const moved = moveTo(editor, node, drop);
          if (moved === "moved") editor.actor.send({ type: "select", id: node });
          else if (moved === "refused") editor.say(editor.t("tree.say.notThere"));
        }
      },
    });
  }, [editor, desk, show]);
}

function shapeOf({ store }: Editor, { node, piece }: Dragged): Shape | undefined {
  if (piece) return piece();
  return typeof node === "string" ? find(store.snapshot(), node)?.branch : undefined;
}

function dropAt(editor: Editor, desk: HTMLElement, shape: Shape, input: Input): Drop | undefined {
  const snapshot = shown(editor);
  const under = getElementFromPointWithoutHoneypot({ x: input.clientX, y: input.clientY });
  const id = under?.closest<HTMLElement>("[data-node]")?.dataset.node;
  const drop = dropPlace(snapshot, shape, {
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
