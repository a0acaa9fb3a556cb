import { useSelector } from "@xstate/react";
import { type RefObject, useLayoutEffect, useRef } from "react";
import { useSnapshot } from "../../collab/store/use-store";
import { useEditor } from "../editor";
import { NodeToolbar } from "./node-toolbar";
import classes from "./node-toolbar.module.css";
import { findNodeElement } from "./position-rects";
import { computeToolbarPosition } from "./toolbar-position";

interface Props {
  readonly desk: RefObject<HTMLDivElement | null>;
}

/** The toolbar of the selected nodes. While the user writes, the formatting tools replace it. */
export function SelectionToolbar({ desk }: Props) {
  const { actor } = useEditor();
  const id = useSelector(actor, ({ context, value }) =>
    context.writing || value.pointer === "lifted" ? null : context.selected,
  );
  return id === null ? null : <PositionedToolbar key={id} id={id} desk={desk} />;
}

/** Places the toolbar beside the document, where it covers nothing. It stays visible along a tall node. */
function PositionedToolbar({ id, desk }: Props & { readonly id: string }) {
  const editor = useEditor();
  const snapshot = useSnapshot(editor.store);
  const rail = useRef<HTMLDivElement>(null);

  // biome-ignore lint/correctness/useExhaustiveDependencies: with the document its element may be another one
  useLayoutEffect(() => {
    const [area, own] = [desk.current, rail.current];
    const node = area && findNodeElement(area, id);
    const surface = area?.querySelector("[data-surface]");
    const bar = own?.firstElementChild;
    if (!area || !own || !node || !surface || !bar) return;
    const place = (): void => {
      const { left, top, height, before, width, side } = computeToolbarPosition({
        area: area.getBoundingClientRect(),
        room: area.clientWidth,
        surface: (area.querySelector("[data-rows]") ?? surface).getBoundingClientRect(),
        node: node.getBoundingClientRect(),
        bar: bar.getBoundingClientRect(),
      });
      own.dataset.side = side;
      bar.setAttribute("aria-orientation", side === "inside" ? "horizontal" : "vertical");
      own.style.left = `${left + area.scrollLeft}px`;
      own.style.top = `${top + area.scrollTop}px`;
      own.style.height = `${height}px`;
      own.style.setProperty("--before", `${before}px`);
      own.style.setProperty("--beside", `${width}px`);
    };
    place();
    const watch = new ResizeObserver(place);
    for (const element of [area, surface, node, bar]) watch.observe(element);
    return () => watch.disconnect();
  }, [desk, id, snapshot]);

  return (
    <div ref={rail} className={classes.rail}>
      <NodeToolbar id={id} desk={desk} />
    </div>
  );
}
