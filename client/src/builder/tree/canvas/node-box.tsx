import { useSelector } from "@xstate/react";
import { memo, type ReactNode, useEffect, useRef, useSyncExternalStore } from "react";
import { useNode, useNodes } from "../../collab/store/use-store";
import type { Settings } from "../../collab/values";
import { type Editor, useEditor } from "../editor";
import type { EditorContextValue } from "../machine/editor-machine";
import type { Snapshot } from "../model/snapshot";
import { type Axis, acceptsLeaves, getLevel } from "../model/structure";
import type { Branch } from "../model/tree";
import { type Kind, resolveSettings } from "../registry";
import { registerDragSource } from "./drag-source";
import classes from "./node-box.module.css";
import { NodeChrome } from "./node-chrome";
import { useRenderContext } from "./render-context";
import { NodeContext, RichSlot } from "./rich-slot";

interface Props {
  readonly branch: Branch;
  /** Width in pixels available to the node. */
  readonly width: number;
  /** Direction in which the node and its siblings are laid out. */
  readonly axis: Axis;
}

type Mark = "selected" | "hovered" | "writing" | "lifted" | "none";

function getMark({ selection, hovered, writing, lifted }: EditorContextValue, id: string): Mark {
  if (lifted?.ids.includes(id)) return "lifted";
  if (writing?.id === id) return "writing";
  if (selection.has(id)) return "selected";
  return hovered === id ? "hovered" : "none";
}

/** A node as it will be sent, in a box to select and drag it. Only changes to it or its children render it again. */
export const NodeBox = memo(function NodeBox({ branch, width, axis }: Props) {
  const editor = useEditor();
  const node = useNode(editor.store, branch.id);
  const kind = editor.registry.kinds.get(node?.kind ?? "");
  if (!node || !kind) return null;
  return <KindBox branch={branch} width={width} axis={axis} kind={kind} stored={node.settings} />;
});

interface KindBoxProps extends Props {
  readonly kind: Kind;
  readonly stored: Settings;
}

function KindBox({ branch, width, axis, kind, stored }: KindBoxProps) {
  const editor = useEditor();
  const { registry } = editor;
  const { id, level, children } = branch;
  const { view, globals, isStill } = useRenderContext();
  const inside = useNodes(editor.store, children);
  const mark = useSelector(editor.actor, ({ context }) => (isStill ? "none" : getMark(context, id)));
  const box = useRef<HTMLDivElement>(null);
  useDraggable(editor, box, id, axis, isStill || mark === "writing");

  const snapshot = useReferenceSnapshot(editor, kind);
  const settings = resolveSettings(kind, stored, snapshot);
  const widths =
    kind.inner?.(
      settings,
      width,
      view,
      inside.map((each) => resolveNodeSettings(editor, each)),
    ) ?? [];
  const Preview = kind.Preview;
  const inner = getLevel(registry.structure, level)?.axis ?? "block";
  const rendered = children.map((child, index) => (
    <NodeBox key={child.id} branch={child} width={widths[index] ?? width} axis={inner} />
  ));
  const slots = registry.structure.slots[kind.name] === undefined ? undefined : groupBySlot(children, rendered);
  const isBare = children.length === 0 && !slots && acceptsLeaves(registry.structure, level);
  return (
    <div
      ref={box}
      className={classes.box}
      style={kind.box?.(settings, width, view)}
      data-node={id}
      data-level={level}
      data-axis={axis}
      data-mark={mark}
      data-bare={isBare || undefined}
    >
      <NodeContext value={id}>
        <Preview
          settings={settings}
          globals={globals}
          view={view}
          width={width}
          Rich={RichSlot}
          {...(slots ? { slots } : {})}
        >
          {rendered.length > 0 && !slots ? rendered : null}
        </Preview>
      </NodeContext>
      {isBare && !isStill ? <span className={classes.bare}>{editor.t("tree.empty.node")}</span> : null}
      {isStill ? null : <NodeChrome id={id} mark={mark} />}
    </div>
  );
}

/** The snapshot if the kind has references; the node renders again when it changes. */
function useReferenceSnapshot({ store }: Editor, { hasReferences }: Kind): Snapshot | undefined {
  return useSyncExternalStore(hasReferences ? store.subscribe : subscribeToNothing, () =>
    hasReferences ? store.snapshot() : undefined,
  );
}

const subscribeToNothing = () => () => undefined;

/** Groups the rendered children by slot. */
function groupBySlot(children: readonly Branch[], rendered: readonly ReactNode[]): ReadonlyMap<string, ReactNode[]> {
  const slots = new Map<string, ReactNode[]>();
  for (const [index, { slot }] of children.entries()) {
    const before = slots.get(slot);
    if (before) before.push(rendered[index]);
    else slots.set(slot, [rendered[index]]);
  }
  return slots;
}

function resolveNodeSettings({ registry }: Editor, view: { kind: string; settings: Settings } | undefined): Settings {
  const kind = view && registry.kinds.get(view.kind);
  return kind ? resolveSettings(kind, view.settings) : {};
}

/** Makes the box draggable. An inline node must be selected first: otherwise a drag usually means its parent. */
function useDraggable(
  editor: Editor,
  box: { readonly current: HTMLElement | null },
  id: string,
  axis: Axis,
  isOff: boolean,
): void {
  useEffect(() => {
    const element = box.current;
    if (!element || isOff) return;
    return registerDragSource(editor, id, {
      element,
      canDrag: () => axis === "block" || editor.actor.getSnapshot().context.selection.has(id),
    });
  }, [editor, box, id, axis, isOff]);
}
