import { dropTargetForElements } from "@atlaskit/pragmatic-drag-and-drop/adapter/element-adapter";
import { useReactFlow } from "@xyflow/react";
import { type RefObject, useEffect } from "react";
import { addKind } from "../actions";
import { getDraggedKind } from "../adder/use-tile-drag";
import type { GraphEditor } from "../editor";
import type { GraphPoint } from "../model/records";

/** Adds a kind where it is dropped on the canvas. */
export function useDrop(editor: GraphEditor, canvas: RefObject<HTMLElement | null>): void {
  const { screenToFlowPosition } = useReactFlow();
  useEffect(() => {
    const element = canvas.current;
    if (!element || editor.editing.isViewed) return;
    return dropTargetForElements({
      element,
      canDrop: ({ source }) => getDraggedKind(source.data) !== undefined,
      getDropEffect: () => "copy",
      onDrop: ({ location, source }) => {
        const kind = getDraggedKind(source.data);
        const { clientX, clientY } = location.current.input;
        const { x, y } = screenToFlowPosition({ x: clientX, y: clientY });
        if (kind) addKind(editor, kind, getCentredPosition([x, y]));
      },
    });
  }, [editor, canvas, screenToFlowPosition]);
}

/** Pixels of a node, approximately. */
const NODE_WIDTH = 224;
const NODE_HEIGHT = 56;

/** The position of a node with this centre. */
function getCentredPosition([x, y]: GraphPoint): GraphPoint {
  return [x - NODE_WIDTH / 2, y - NODE_HEIGHT / 2];
}
