import { draggable } from "@atlaskit/pragmatic-drag-and-drop/adapter/element-adapter";
import type { Editor } from "../editor";
import { isLocked } from "../locks";
import { getTargetIds } from "../selection";

interface DragSource {
  /** The drag handle. */
  readonly element: HTMLElement;
  /** The drag image; the handle if absent. */
  readonly preview?: () => Element | null;
  readonly canDrag?: () => boolean;
}

/**
 * Makes a node draggable by an element, with all other selected nodes if it is selected. Returns a function that stops
 * it.
 */
export function registerDragSource(editor: Editor, id: string, { element, preview, canDrag }: DragSource): () => void {
  return draggable({
    element,
    getInitialData: () => ({ nodes: getTargetIds(editor, id) }),
    canDrag: () => {
      const snapshot = editor.store.snapshot();
      return (
        !getTargetIds(editor, id).some((each) => isLocked(editor.editing, snapshot, each)) && (canDrag?.() ?? true)
      );
    },
    onGenerateDragPreview: ({ nativeSetDragImage }) => {
      const image = preview?.();
      if (image) nativeSetDragImage?.(image, 0, 0);
    },
    onDragStart: () => editor.actor.send({ type: "drag", ids: getTargetIds(editor, id) }),
    onDrop: () => editor.actor.send({ type: "cancel" }),
  });
}
