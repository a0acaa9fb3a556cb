/** The commands of selected nodes, which the toolbar, menus and keys read, and further shortcuts. */
import { IconCopy, IconMessage, IconRoute, IconTrash } from "@tabler/icons-react";
import type { ComponentType } from "react";
import type { KindIconProps } from "../../inspector/kinds";
import { type KeyPress, type Keys, matchesKeys } from "../../screen/keys";
import {
  duplicateSelected,
  moveBy,
  redo,
  removeSelected,
  select,
  selectAll,
  selectEnd,
  selectInDirection,
  undo,
} from "../actions";
import { type GraphEditor, getSelectedNode } from "../editor";
import { getOutputs } from "../model/graph";

export interface GraphCommand {
  readonly name: "connect" | "duplicate" | "comment" | "remove";
  readonly icon: ComponentType<KindIconProps>;
  readonly keys?: Keys;
  readonly isDangerous?: boolean;
  readonly isAvailable: (editor: GraphEditor) => boolean;
  readonly perform: (editor: GraphEditor) => void;
}

const canEdit = ({ editing }: GraphEditor): boolean => !editing.isViewed;

/** In the order of the toolbar. */
export const GRAPH_COMMANDS: readonly GraphCommand[] = [
  {
    name: "connect",
    icon: IconRoute,
    keys: { key: " " },
    isAvailable: (editor) => {
      const node = editor.store.snapshot().nodes.get(getSelectedNode(editor) ?? "");
      return canEdit(editor) && node !== undefined && getOutputs(editor.registry.structure, node).length > 0;
    },
    perform: (editor) => {
      const node = getSelectedNode(editor);
      if (node !== null) editor.actor.send({ type: "connect", node });
    },
  },
  {
    name: "duplicate",
    icon: IconCopy,
    keys: { key: "d", ctrl: true },
    isAvailable: (editor) => {
      const { nodes } = editor.store.snapshot();
      return canEdit(editor) && editor.actor.getSnapshot().context.selected.some((id) => nodes.has(id));
    },
    perform: duplicateSelected,
  },
  {
    name: "comment",
    icon: IconMessage,
    isAvailable: (editor) => editor.comment !== undefined && getSelectedNode(editor) !== null,
    perform: ({ comment }) => comment?.(),
  },
  {
    name: "remove",
    icon: IconTrash,
    keys: { key: "Delete" },
    isDangerous: true,
    isAvailable: (editor) => canEdit(editor) && editor.actor.getSnapshot().context.selected.length > 0,
    perform: removeSelected,
  },
];

interface Shortcut {
  readonly keys: Keys;
  readonly perform: (editor: GraphEditor) => void;
}

/** Available wherever the focus is in the editor, also in a field. */
const GLOBAL_SHORTCUTS: readonly Shortcut[] = [{ keys: { key: "s", ctrl: true }, perform: ({ save }) => save() }];

/** Pixels by which a key moves nodes. */
const MOVE_STEP_PIXELS = 16;

const SHORTCUTS: readonly Shortcut[] = [
  { keys: { key: "z", ctrl: true }, perform: undo },
  { keys: { key: "z", ctrl: true, shift: true }, perform: redo },
  { keys: { key: "y", ctrl: true }, perform: redo },
  { keys: { key: "a", ctrl: true }, perform: selectAll },
];

const CANVAS_SHORTCUTS: readonly Shortcut[] = [
  { keys: { key: "ArrowUp", ctrl: true }, perform: (editor) => moveBy(editor, [0, -MOVE_STEP_PIXELS]) },
  { keys: { key: "ArrowDown", ctrl: true }, perform: (editor) => moveBy(editor, [0, MOVE_STEP_PIXELS]) },
  { keys: { key: "ArrowLeft", ctrl: true }, perform: (editor) => moveBy(editor, [-MOVE_STEP_PIXELS, 0]) },
  { keys: { key: "ArrowRight", ctrl: true }, perform: (editor) => moveBy(editor, [MOVE_STEP_PIXELS, 0]) },
  { keys: { key: "ArrowDown" }, perform: (editor) => selectInDirection(editor, "forward") },
  { keys: { key: "ArrowUp" }, perform: (editor) => selectInDirection(editor, "back") },
  { keys: { key: "ArrowLeft" }, perform: (editor) => selectInDirection(editor, "previous") },
  { keys: { key: "ArrowRight" }, perform: (editor) => selectInDirection(editor, "next") },
  { keys: { key: "Home" }, perform: (editor) => selectEnd(editor, "first") },
  { keys: { key: "End" }, perform: (editor) => selectEnd(editor, "last") },
  { keys: { key: "Backspace" }, perform: removeSelected },
  { keys: { key: "Escape" }, perform: (editor) => select(editor, []) },
];

export interface GraphFocus {
  /** In a field, whose own keys stay. */
  readonly isTyping: boolean;
  readonly isCanvas: boolean;
}

/** Performs the command of pressed keys. Returns false if they have none here. */
export function handleKey(editor: GraphEditor, pressed: KeyPress, { isTyping, isCanvas }: GraphFocus): boolean {
  const perform = (shortcuts: readonly Shortcut[]): boolean => {
    const shortcut = shortcuts.find(({ keys }) => matchesKeys(keys, pressed));
    shortcut?.perform(editor);
    return shortcut !== undefined;
  };
  if (perform(GLOBAL_SHORTCUTS)) return true;
  if (isTyping) return false;
  if (perform(SHORTCUTS)) return true;
  if (!isCanvas) return false;
  const command = GRAPH_COMMANDS.find(({ keys }) => keys && matchesKeys(keys, pressed));
  if (!command) return perform(CANVAS_SHORTCUTS);
  if (command.isAvailable(editor)) command.perform(editor);
  else editor.say(editor.t("graph.say.notHere"));
  return true;
}
