import { draggable } from "@atlaskit/pragmatic-drag-and-drop/adapter/element-adapter";
import type { Editor } from "../editor";
import { isLocked } from "../locks";
import { targetsOf } from "../selection";

interface Source {
  /** By which the node is dragged. */
  readonly element: HTMLElement;
  /** What is seen under the pointer; the element itself when absent. */
  readonly preview?: () => Element | null;
  readonly canDrag?: () => boolean;
}

/** Lets a node be dragged by an element, with all other selected nodes if it is one; returns how to stop that. */
export function dragSource(editor: Editor, id: string, { element, preview, canDrag }: Source): () => void {
  return draggable({
    element,
    getInitialData: () => ({ nodes: targetsOf(editor, id) }),
    canDrag: () => {
      const snapshot = editor.store.snapshot();
      return !targetsOf(editor, id).some((each) => isLocked(editor.editing, snapshot, each)) && (canDrag?.() ?? true);
    },
    onGenerateDragPreview: ({ nativeSetDragImage }) => {
      const image = preview?.();
      if (image) nativeSetDragImage?.(image, 0, 0);
    },
    onDragStart: () => editor.actor.send({ type: "drag", ids: targetsOf(editor, id) }),
    onDrop: () => editor.actor.send({ type: "cancel" }),
  });
}
