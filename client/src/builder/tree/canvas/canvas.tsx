import { useSelector } from "@xstate/react";
import { type CSSProperties, useEffect, useMemo, useRef } from "react";
import { useGlobals, useSnapshot } from "../../collab/store/use-store";
import { elementOf } from "../../inspector/elements";
import { valuesOf } from "../../inspector/schema";
import type { Beside } from "../../screen/beside";
import { write } from "../acts";
import { useEditor } from "../editor";
import { drawnRoot, type View } from "../registry";
import { selectBy } from "../selection";
import classes from "./canvas.module.css";
import { BesideContext } from "./draw-context";
import { DropMark } from "./drop-mark";
import { nodeElement } from "./mark-rects";
import { MovePlaces } from "./move-places";
import { SelectionToolbar } from "./selection-toolbar";
import { Surface } from "./surface";
import { useRoom } from "./use-room";

interface Props {
  readonly root: string;
  readonly view: View;
  readonly beside: Beside;
}

function isInText(target: EventTarget): boolean {
  return (elementOf(target)?.closest("[contenteditable=true]") ?? null) !== null;
}

/** The shown root, edited by mouse, touch and keys. */
export function Canvas({ root, view, beside }: Props) {
  const editor = useEditor();
  const { actor, registry, store, t } = editor;
  const desk = useRef<HTMLDivElement>(null);
  const stored = useGlobals(store);
  const globals = useMemo(() => valuesOf(registry.globals, stored), [registry, stored]);
  const snapshot = useSnapshot(store);
  const { width } = registry.surface(globals, view, drawnRoot(registry, snapshot, root));
  const zoom = useRoom(desk, width);
  const selected = useSelector(actor, ({ context }) => context.selected);

  // Scrolls to a node selected by keys or in the outline. A clicked node stays in place for the second click.
  const clicked = useRef<string | null>(null);
  useEffect(() => {
    const { current } = desk;
    const isClicked = clicked.current === selected;
    clicked.current = null;
    if (selected === null || isClicked || !current) return;
    const element = nodeElement(current, selected);
    if (!element) return;
    const [own, around] = [element.getBoundingClientRect(), current.getBoundingClientRect()];
    if (own.top < around.top + 40 || own.bottom > around.bottom) {
      current.scrollTop += own.top - around.top - Math.max(40, (around.height - own.height) / 2);
    }
  }, [selected]);

  const nodeAt = (target: EventTarget): string | null =>
    elementOf(target)?.closest<HTMLElement>("[data-node]")?.dataset.node ?? null;

  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: keys are heard for the whole screen, in use-keys.ts
    <div
      ref={desk}
      className={classes.desk}
      role="application"
      // biome-ignore lint/a11y/noNoninteractiveTabindex: it takes the keys
      tabIndex={0}
      aria-label={t("tree.canvas")}
      aria-description={t("tree.canvasHelp")}
      data-canvas
      onMouseDown={(event) => {
        // A click on the name or padding of the node leaves the focus and the caret in its text.
        const { writing } = actor.getSnapshot().context;
        if (writing && nodeAt(event.target) === writing.id && !isInText(event.target)) event.preventDefault();
        // With Shift, the browser would select text up to here instead of nodes.
        if (event.shiftKey && !isInText(event.target)) {
          event.preventDefault();
          event.currentTarget.focus();
        }
      }}
      onClick={(event) => {
        if (!actor.getSnapshot().matches({ pointer: "idle" })) return;
        const { writing } = actor.getSnapshot().context;
        const id = nodeAt(event.target);
        if (writing && writing.id === id) return;
        clicked.current = id;
        selectBy(editor, id, event);
      }}
      onDoubleClick={({ target }) => {
        const id = nodeAt(target);
        if (id !== null && actor.getSnapshot().context.writing?.id !== id) write(editor, id);
      }}
      onPointerOver={({ target, pointerType }) => {
        if (pointerType === "mouse") actor.send({ type: "hover", id: nodeAt(target) });
      }}
      onPointerLeave={() => actor.send({ type: "hover", id: null })}
    >
      <div
        className={classes.surface}
        data-surface
        style={{ inlineSize: width, zoom, "--back": 1 / zoom } as CSSProperties}
      >
        <BesideContext value={beside}>
          <Surface root={root} view={view} />
        </BesideContext>
      </div>
      <SelectionToolbar desk={desk} />
      <DropMark desk={desk} />
      <MovePlaces desk={desk} />
    </div>
  );
}
