import { useSelector } from "@xstate/react";
import { type CSSProperties, useEffect, useMemo, useRef } from "react";
import { useGlobals, useSnapshot } from "../../collab/store/use-store";
import { toElement } from "../../inspector/elements";
import { resolveValues } from "../../inspector/schema";
import type { Decorations } from "../../screen/decorations";
import { startWriting } from "../actions";
import { useEditor } from "../editor";
import { resolveRoot, type View } from "../registry";
import { selectByClick } from "../selection";
import classes from "./canvas.module.css";
import { DropIndicator } from "./drop-indicator";
import { MoveTargets } from "./move-targets";
import { findNodeElement } from "./position-rects";
import { DecorationsContext } from "./render-context";
import { SelectionToolbar } from "./selection-toolbar";
import { Surface } from "./surface";
import { useFitScale } from "./use-fit-scale";

interface Props {
  readonly root: string;
  readonly view: View;
  readonly beside: Decorations;
}

function isInEditableText(target: EventTarget): boolean {
  return (toElement(target)?.closest("[contenteditable=true]") ?? null) !== null;
}

/** The shown root, edited by mouse, touch and keys. */
export function Canvas({ root, view, beside }: Props) {
  const editor = useEditor();
  const { actor, registry, store, t } = editor;
  const desk = useRef<HTMLDivElement>(null);
  const stored = useGlobals(store);
  const globals = useMemo(() => resolveValues(registry.globals, stored), [registry, stored]);
  const snapshot = useSnapshot(store);
  const { width } = registry.surface(globals, view, resolveRoot(registry, snapshot, root));
  const zoom = useFitScale(desk, width);
  const selected = useSelector(actor, ({ context }) => context.selected);

  // Scrolls to a node selected by keys or in the outline. A clicked node stays in place for the second click.
  const clicked = useRef<string | null>(null);
  useEffect(() => {
    const { current } = desk;
    const isClicked = clicked.current === selected;
    clicked.current = null;
    if (selected === null || isClicked || !current) return;
    const element = findNodeElement(current, selected);
    if (!element) return;
    const [own, around] = [element.getBoundingClientRect(), current.getBoundingClientRect()];
    if (own.top < around.top + 40 || own.bottom > around.bottom) {
      current.scrollTop += own.top - around.top - Math.max(40, (around.height - own.height) / 2);
    }
  }, [selected]);

  const nodeAt = (target: EventTarget): string | null =>
    toElement(target)?.closest<HTMLElement>("[data-node]")?.dataset.node ?? null;

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
        if (writing && nodeAt(event.target) === writing.id && !isInEditableText(event.target)) event.preventDefault();
        // With Shift, the browser would select text up to here instead of nodes.
        if (event.shiftKey && !isInEditableText(event.target)) {
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
        selectByClick(editor, id, event);
      }}
      onDoubleClick={({ target }) => {
        const id = nodeAt(target);
        if (id !== null && actor.getSnapshot().context.writing?.id !== id) startWriting(editor, id);
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
        <DecorationsContext value={beside}>
          <Surface root={root} view={view} />
        </DecorationsContext>
      </div>
      <SelectionToolbar desk={desk} />
      <DropIndicator desk={desk} />
      <MoveTargets desk={desk} />
    </div>
  );
}
