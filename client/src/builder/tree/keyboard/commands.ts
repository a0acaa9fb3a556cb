/** The commands of selected nodes, which the toolbar, menus and keys read, and further shortcuts. */

import {
  IconArrowDown,
  IconArrowUp,
  IconBookmarkPlus,
  IconClipboardCopy,
  IconClipboardPlus,
  IconCopy,
  IconGripVertical,
  IconLock,
  IconLockOpen,
  IconMessage,
  IconTrash,
} from "@tabler/icons-react";
import type { ComponentType } from "react";
import { type TextKey, toTextKey } from "@/lib/i18n/translation";
import type { KindIconProps } from "../../inspector/kinds";
import { type KeyPress, type Keys, matchesKeys } from "../../screen/keys";
import {
  areLocked,
  canShift,
  copyPart,
  duplicateNodes,
  pastePart,
  removeNodes,
  saveSection,
  shift,
  startWriting,
  toggleLock,
} from "../actions";
import type { Editor } from "../editor";
import { isLocked } from "../locks";
import { findBranch } from "../model/tree-positions";
import { cancelMove, dropActiveMove, moveTarget, startMove } from "../moves";
import { extendBy, getSelected, getSelectedIds, select, selectAll, selectInDirection } from "../selection";

export interface NodeCommand {
  readonly name: string;
  readonly icon: ComponentType<KindIconProps>;
  /** Whether it is on, for a command with two states, which has a text for each. */
  readonly isOn?: (editor: Editor, ids: readonly string[]) => boolean;
  readonly keys?: Keys;
  readonly isDangerous?: boolean;
  /** Whether the editor has the command at all. */
  readonly isOffered?: (editor: Editor) => boolean;
  readonly isAvailable: (editor: Editor, ids: readonly string[]) => boolean;
  readonly perform: (editor: Editor, ids: readonly string[]) => void;
}

function areUnlocked({ editing, store }: Editor, ids: readonly string[]): boolean {
  const snapshot = store.snapshot();
  return !ids.some((id) => isLocked(editing, snapshot, id));
}

function areParentsUnlocked({ editing, store }: Editor, ids: readonly string[]): boolean {
  const snapshot = store.snapshot();
  return ids.every((id) => {
    const parent = findBranch(snapshot, id)?.parent;
    return parent !== undefined && !isLocked(editing, snapshot, parent);
  });
}

/** In the order of the toolbar. Ids are in reading order. */
export const NODE_COMMANDS: readonly NodeCommand[] = [
  {
    name: "move",
    icon: IconGripVertical,
    keys: { key: " " },
    isAvailable: areUnlocked,
    perform: (editor, ids) => startMove(editor, { ids }),
  },
  {
    name: "up",
    icon: IconArrowUp,
    keys: { key: "ArrowUp", ctrl: true },
    isAvailable: (editor, ids) => areUnlocked(editor, ids) && canShift(editor, ids, -1),
    perform: (editor, ids) => shift(editor, ids, -1),
  },
  {
    name: "down",
    icon: IconArrowDown,
    keys: { key: "ArrowDown", ctrl: true },
    isAvailable: (editor, ids) => areUnlocked(editor, ids) && canShift(editor, ids, 1),
    perform: (editor, ids) => shift(editor, ids, 1),
  },
  {
    name: "duplicate",
    icon: IconCopy,
    keys: { key: "d", ctrl: true },
    isAvailable: areParentsUnlocked,
    perform: duplicateNodes,
  },
  {
    name: "copy",
    icon: IconClipboardCopy,
    isAvailable: () => true,
    perform: (editor, ids) => void copyPart(editor, ids),
  },
  {
    name: "paste",
    icon: IconClipboardPlus,
    isAvailable: ({ editing }) => !editing.isViewed,
    perform: (editor) => void pastePart(editor),
  },
  {
    name: "lock",
    icon: IconLock,
    isOn: areLocked,
    isAvailable: areParentsUnlocked,
    perform: toggleLock,
  },
  {
    name: "comment",
    icon: IconMessage,
    isOffered: ({ comment }) => comment !== undefined,
    isAvailable: ({ comment }, ids) => comment !== undefined && ids.length === 1,
    perform: ({ comment }, [id]) => {
      if (id !== undefined) comment?.(id);
    },
  },
  {
    name: "saveSection",
    icon: IconBookmarkPlus,
    isOffered: ({ registry }) => registry.sections?.save !== undefined,
    isAvailable: ({ registry }) => registry.sections?.save !== undefined,
    perform: saveSection,
  },
  {
    name: "remove",
    icon: IconTrash,
    keys: { key: "Delete" },
    isDangerous: true,
    isAvailable: areUnlocked,
    perform: removeNodes,
  },
];

/** The icon of a command in its current state. */
export function getCommandIcon(
  { icon, isOn }: NodeCommand,
  editor: Editor,
  ids: readonly string[],
): ComponentType<KindIconProps> {
  return isOn?.(editor, ids) ? IconLockOpen : icon;
}

/** The text key of a command in its current state. */
export function getCommandLabel({ name, isOn }: NodeCommand, editor: Editor, ids: readonly string[]): TextKey {
  return toTextKey(`tree.commands.${name}${isOn?.(editor, ids) ? "Off" : ""}`);
}

interface Shortcut {
  readonly keys: Keys;
  readonly perform: (editor: Editor) => void;
}

/** Available wherever the focus is in the editor, also in a field. */
export const GLOBAL_SHORTCUTS: readonly Shortcut[] = [
  { keys: { key: "s", ctrl: true }, perform: ({ save }) => save() },
];

const UNDO_SHORTCUTS: readonly Shortcut[] = [
  { keys: { key: "z", ctrl: true }, perform: (editor) => undo(editor) },
  { keys: { key: "z", ctrl: true, shift: true }, perform: (editor) => redo(editor) },
  { keys: { key: "y", ctrl: true }, perform: (editor) => redo(editor) },
];

/** Returns whether it undid a step. */
export function undo({ editing, say, t }: Editor): boolean {
  if (editing.isViewed || !editing.history.undo()) return false;
  say(t("tree.say.undone"));
  return true;
}

export function redo({ editing, say, t }: Editor): void {
  if (!editing.isViewed && editing.history.redo()) say(t("tree.say.redone"));
}

/** While nodes or a new piece are lifted. */
const MOVE_SHORTCUTS: readonly Shortcut[] = [
  { keys: { key: "ArrowDown" }, perform: (editor) => moveTarget(editor, 1) },
  { keys: { key: "ArrowRight" }, perform: (editor) => moveTarget(editor, 1) },
  { keys: { key: "ArrowUp" }, perform: (editor) => moveTarget(editor, -1) },
  { keys: { key: "ArrowLeft" }, perform: (editor) => moveTarget(editor, -1) },
  { keys: { key: "Enter" }, perform: (editor) => dropActiveMove(editor) },
  { keys: { key: " " }, perform: (editor) => dropActiveMove(editor) },
  { keys: { key: "Escape" }, perform: cancelMove },
  { keys: { key: "Tab" }, perform: (editor) => moveTarget(editor, 1) },
  { keys: { key: "Tab", shift: true }, perform: (editor) => moveTarget(editor, -1) },
];

/** Select other nodes, unless the focus is in the outline, which has its own keys. */
const NAVIGATION_SHORTCUTS: readonly Shortcut[] = [
  { keys: { key: "ArrowDown" }, perform: (editor) => selectInDirection(editor, "next") },
  { keys: { key: "ArrowUp" }, perform: (editor) => selectInDirection(editor, "previous") },
  { keys: { key: "ArrowLeft" }, perform: (editor) => selectInDirection(editor, "out") },
  { keys: { key: "ArrowRight" }, perform: (editor) => selectInDirection(editor, "in") },
];

/** While the user writes in a text and the focus is elsewhere, keys must not change its block. */
const WRITING_SHORTCUTS: readonly Shortcut[] = [
  { keys: { key: "Escape" }, perform: ({ actor }) => actor.send({ type: "stopWriting" }) },
  ...UNDO_SHORTCUTS,
];

/** The browser would select the text of the whole interface. */
const SELECT_ALL: Keys = { key: "a", ctrl: true };

/** Extend the selection, unless the focus is in the outline. */
const EXTEND_SHORTCUTS: readonly Shortcut[] = [
  { keys: { key: "ArrowDown", shift: true }, perform: (editor) => extendBy(editor, 1) },
  { keys: { key: "ArrowUp", shift: true }, perform: (editor) => extendBy(editor, -1) },
];

const SELECTION_SHORTCUTS: readonly Shortcut[] = [
  { keys: { key: "Backspace" }, perform: (editor) => performOnSelection(editor, (ids) => removeNodes(editor, ids)) },
  { keys: { key: "Escape" }, perform: (editor) => reduceSelection(editor) },
  { keys: { key: "Enter" }, perform: (editor) => writeInSelected(editor) },
  { keys: { key: "F2" }, perform: (editor) => writeInSelected(editor) },
];

/** Reduces the selection to the primary node, or selects the parent of a single node. */
function reduceSelection(editor: Editor): void {
  const { selected: id, selection } = editor.actor.getSnapshot().context;
  if (id === null) return;
  if (selection.size > 1) {
    select(editor, id);
    return;
  }
  const snapshot = editor.store.snapshot();
  const parent = findBranch(snapshot, id)?.parent ?? "";
  select(editor, snapshot.nodes.has(parent) ? parent : null);
}

function performOnSelection(editor: Editor, perform: (ids: readonly string[]) => void): void {
  const ids = getSelectedIds(editor);
  if (ids.length > 0) perform(ids);
}

function writeInSelected(editor: Editor): void {
  const id = getSelected(editor);
  if (id !== null) startWriting(editor, id);
}

export interface TreeFocus {
  /** Whether the focus is in a field or text, whose own keys stay. */
  readonly isTyping: boolean;
  /** Whether the focus is in the outline, which has its own arrow keys. */
  readonly walksItself?: boolean;
}

/** Performs the command of pressed keys. Returns false if they have none here. */
export function handleKey(editor: Editor, pressed: KeyPress, { isTyping, walksItself = false }: TreeFocus): boolean {
  const said = (shortcuts: readonly Shortcut[]): boolean => {
    const shortcut = shortcuts.find(({ keys }) => matchesKeys(keys, pressed));
    shortcut?.perform(editor);
    return shortcut !== undefined;
  };
  if (said(GLOBAL_SHORTCUTS)) return true;
  if (isTyping) return false;
  const { context, value } = editor.actor.getSnapshot();
  const isBusy = context.writing !== null || value.pointer === "lifted";
  if (matchesKeys(SELECT_ALL, pressed)) {
    if (!isBusy) selectAll(editor);
    return true;
  }
  if (context.writing) return said(WRITING_SHORTCUTS);
  if (value.pointer === "lifted") return said(MOVE_SHORTCUTS);
  if (said(UNDO_SHORTCUTS)) return true;
  const ids = getSelectedIds(editor);
  const command = NODE_COMMANDS.find(({ keys }) => keys && matchesKeys(keys, pressed));
  if (command && ids.length > 0) {
    if (command.isAvailable(editor, ids)) command.perform(editor, ids);
    else editor.say(editor.t("tree.say.notThere"));
    return true;
  }
  return said(SELECTION_SHORTCUTS) || (!walksItself && (said(EXTEND_SHORTCUTS) || said(NAVIGATION_SHORTCUTS)));
}
