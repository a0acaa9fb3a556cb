import { useReactFlow } from "@xyflow/react";
import { type RefObject, useEffect } from "react";
import type { GraphEditor } from "../editor";

/** Brings a node into view that was selected by keys or outside the canvas, and moves the focus along with it. */
export function useRevealSelection(
  { actor, store }: GraphEditor,
  canvas: RefObject<HTMLElement | null>,
  isPointer: RefObject<boolean>,
): void {
  const flow = useReactFlow();
  useEffect(() => {
    const reveal = (id: string): void => {
      const element = canvas.current?.querySelector<HTMLElement>(`.react-flow__node[data-id="${CSS.escape(id)}"]`);
      const node = flow.getInternalNode(id);
      if (!element || !canvas.current || !node) return;
      const [own, around] = [element.getBoundingClientRect(), canvas.current.getBoundingClientRect()];
      const isInView =
        own.left >= around.left && own.top >= around.top && own.right <= around.right && own.bottom <= around.bottom;
      const { width = 0, height = 0 } = node.measured;
      const { x, y } = node.internals.positionAbsolute;
      if (!isInView) void flow.setCenter(x + width / 2, y + height / 2, { zoom: flow.getZoom() });
      if (canvas.current.contains(document.activeElement)) element.focus({ preventScroll: true });
    };
    let before = actor.getSnapshot().context.selected;
    const subscription = actor.subscribe(({ context: { selected } }) => {
      const [id] = selected;
      const isNew = selected !== before && selected.length === 1;
      before = selected;
      // A new node is on the canvas only after the next rendering.
      if (isNew && id !== undefined && !isPointer.current && store.snapshot().nodes.has(id)) {
        requestAnimationFrame(() => reveal(id));
      }
    });
    return () => subscription.unsubscribe();
  }, [actor, store, flow, canvas, isPointer]);
}
