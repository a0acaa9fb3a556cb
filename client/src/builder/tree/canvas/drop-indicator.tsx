import { type RefObject, useCallback, useState } from "react";
import type { Drop } from "../drag/drop";
import { useDropTarget } from "../drag/use-drop-target";
import { useEditor } from "../editor";
import classes from "./canvas.module.css";
import { computePositionRect, type Rect } from "./position-rects";

/** Accepts drags over the canvas, and marks the drop position. */
export function DropIndicator({ desk }: { readonly desk: RefObject<HTMLDivElement | null> }) {
  const editor = useEditor();
  const [rect, setRect] = useState<Rect>();
  const show = useCallback(
    (drop: Drop | "refused" | null) => {
      const { current } = desk;
      current?.toggleAttribute("data-refused", drop === "refused");
      setRect(
        drop && drop !== "refused" && current
          ? computePositionRect(current, editor.store.snapshot(), drop.place)
          : undefined,
      );
    },
    [editor, desk],
  );
  useDropTarget(editor, desk, show);
  if (!rect) return null;
  const { left, top, width, height } = rect;
  return <div className={classes.mark} style={{ left, top, width, height }} />;
}
