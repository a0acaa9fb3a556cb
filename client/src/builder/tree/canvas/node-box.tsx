import { useSelector } from "@xstate/react";
import { memo, useEffect, useRef } from "react";
import { useNode, useNodes } from "../../collab/store/use-store";
import type { Settings } from "../../collab/values";
import { type Editor, useEditor } from "../editor";
import type { EditorContextValue } from "../machine/editor-machine";
import type { Branch } from "../model/tree";
import { drawnSettings, type Kind } from "../registry";
import { dragSource } from "./drag-source";
import { useDrawing } from "./draw-context";
import classes from "./node-box.module.css";
import { NodeChrome } from "./node-chrome";
import { NodeContext, RichSlot } from "./rich-slot";

interface Props {
  readonly branch: Branch;
  /** Pixels that it has for itself. */
  readonly width: number;
}

type Mark = "selected" | "hovered" | "writing" | "lifted" | "none";

function markOf({ selected, hovered, writing, lifted }: EditorContextValue, id: string): Mark {
  if (lifted?.id === id) return "lifted";
  if (writing?.id === id) return "writing";
  if (selected === id) return "selected";
  return hovered === id ? "hovered" : "none";
}

/** A node as it will be sent, in the box by which it is chosen and dragged. It draws again for its own changes alone. */
export const NodeBox = memo(function NodeBox({ branch, width }: Props) {
  const editor = useEditor();
  const node = useNode(editor.store, branch.id);
  const kind = editor.registry.kinds.get(node?.kind ?? "");
  if (!node || !kind) return null;
  return <KnownBox branch={branch} width={width} kind={kind} stored={node.settings} />;
});

interface KnownProps extends Props {
  readonly kind: Kind;
  readonly stored: Settings;
}

function KnownBox({ branch, width, kind, stored }: KnownProps) {
  const editor = useEditor();
  const { id, level, children } = branch;
  const { view, globals, isStill } = useDrawing();
  const inside = useNodes(editor.store, children);
  const mark = useSelector(editor.actor, ({ context }) => (isStill ? "none" : markOf(context, id)));
  const box = useRef<HTMLDivElement>(null);
  useDraggable(editor, box, branch, isStill || mark === "writing");

  const settings = drawnSettings(kind, stored);
  const widths =
    kind.inner?.(
      settings,
      width,
      view,
      inside.map((each) => settingsIn(editor, each)),
    ) ?? [];
  const Draw = kind.Draw;
  return (
    <div
      ref={box}
      className={classes.box}
      style={kind.box?.(settings, width, view)}
      data-node={id}
      data-level={level}
      data-mark={mark}
      data-bare={children.length === 0 || undefined}
    >
      <NodeContext value={id}>
        <Draw settings={settings} globals={globals} view={view} width={width} Rich={RichSlot}>
          {children.length > 0
            ? children.map((child, index) => <NodeBox key={child.id} branch={child} width={widths[index] ?? width} />)
            : null}
        </Draw>
      </NodeContext>
      {level === "column" && children.length === 0 && !isStill ? (
        <span className={classes.bare}>{editor.t("tree.empty.column")}</span>
      ) : null}
      {isStill ? null : <NodeChrome id={id} mark={mark} />}
    </div>
  );
}

function settingsIn({ registry }: Editor, view: { kind: string; settings: Settings } | undefined): Settings {
  const kind = view && registry.kinds.get(view.kind);
  return kind ? drawnSettings(kind, view.settings) : {};
}

/** By its whole box; a column only once it is selected, for what one grasps in it is rather its row. */
function useDraggable(
  editor: Editor,
  box: { readonly current: HTMLElement | null },
  branch: Branch,
  isOff: boolean,
): void {
  const { id, level } = branch;
  useEffect(() => {
    const element = box.current;
    if (!element || isOff) return;
    return dragSource(editor, id, {
      element,
      canDrag: () => level !== "column" || editor.actor.getSnapshot().context.selected === id,
    });
  }, [editor, box, id, level, isOff]);
}
