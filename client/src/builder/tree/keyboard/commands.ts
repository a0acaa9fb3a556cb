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
import { composedKey, type TextKey } from "@/lib/i18n/translation";
import type { KindIconProps } from "../../inspector/kinds";
import { type Keys, matchesKeys, type Pressed } from "../../screen/keys";
import {
  areLocked,
  canShift,
  copyOf,
  copyPart,
  pastePart,
  saveSection,
  shift,
  takeOut,
  toggleLock,
  write,
} from "../acts";
import type { Editor } from "../editor";
import { isLocked } from "../locks";
import { find } from "../model/places";
import { aim, dropLifted, giveUp, lift } from "../moving";
import { extendBy, select, selectAll, selected, selectedIds, walkTo } from "../selection";

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

function areOpen({ editing, store }: Editor, ids: readonly string[]): boolean {
  const snapshot = store.snapshot();
  return !ids.some((id) => isLocked(editing, snapshot, id));
}

function areParentsOpen({ editing, store }: Editor, ids: readonly string[]): boolean {
  const snapshot = store.snapshot();
  return ids.every((id) => {
    const parent = find(snapshot, id)?.parent;
    return parent !== undefined && !isLocked(editing, snapshot, parent);
  });
}

/** In the order of the toolbar. Ids are in drawing order. */
export const NODE_COMMANDS: readonly NodeCommand[] = [
  {
    name: "move",
    icon: IconGripVertical,
    keys: { key: " " },
    isAvailable: areOpen,
    perform: (editor, ids) => lift(editor, { ids }),
  },
  {
    name: "up",
    icon: IconArrowUp,
    keys: { key: "ArrowUp", ctrl: true },
    isAvailable: (editor, ids) => areOpen(editor, ids) && canShift(editor, ids, -1),
    perform: (editor, ids) => shift(editor, ids, -1),
  },
  {
    name: "down",
    icon: IconArrowDown,
    keys: { key: "ArrowDown", ctrl: true },
    isAvailable: (editor, ids) => areOpen(editor, ids) && canShift(editor, ids, 1),
    perform: (editor, ids) => shift(editor, ids, 1),
  },
  {
    name: "duplicate",
    icon: IconCopy,
    keys: { key: "d", ctrl: true },
    isAvailable: areParentsOpen,
    perform: copyOf,
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
    isAvailable: areParentsOpen,
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
    isAvailable: areOpen,
    perform: takeOut,
  },
];

/** The icon of a command in its current state. */
export function iconOf(
  { icon, isOn }: NodeCommand,
  editor: Editor,
  ids: readonly string[],
): ComponentType<KindIconProps> {
  return isOn?.(editor, ids) ? IconLockOpen : icon;
}

/** The text key of a command in its current state. */
export function labelOf({ name, isOn }: NodeCommand, editor: Editor, ids: readonly string[]): TextKey {
  return composedKey(`tree.commands.${name}${isOn?.(editor, ids) ? "Off" : ""}`);
}

interface Shortcut {
  readonly keys: Keys;
  readonly perform: (editor: Editor) => void;
}

/** Available wherever the focus is in the editor, also in a field. */
export const SHORTCUTS: readonly Shortcut[] = [{ keys: { key: "s", ctrl: true }, perform: ({ save }) => save() }];

const UNDO: readonly Shortcut[] = [
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
const HOLDING: readonly Shortcut[] = [
  { keys: { key: "ArrowDown" }, perform: (editor) => aim(editor, 1) },
  { keys: { key: "ArrowRight" }, perform: (editor) => aim(editor, 1) },
  { keys: { key: "ArrowUp" }, perform: (editor) => aim(editor, -1) },
  { keys: { key: "ArrowLeft" }, perform: (editor) => aim(editor, -1) },
  { keys: { key: "Enter" }, perform: (editor) => dropLifted(editor) },
  { keys: { key: " " }, perform: (editor) => dropLifted(editor) },
  { keys: { key: "Escape" }, perform: giveUp },
  { keys: { key: "Tab" }, perform: (editor) => aim(editor, 1) },
  { keys: { key: "Tab", shift: true }, perform: (editor) => aim(editor, -1) },
];

/** Select other nodes, unless the focus is in the outline, which has its own keys. */
const WALKING: readonly Shortcut[] = [
  { keys: { key: "ArrowDown" }, perform: (editor) => walkTo(editor, "next") },
  { keys: { key: "ArrowUp" }, perform: (editor) => walkTo(editor, "previous") },
  { keys: { key: "ArrowLeft" }, perform: (editor) => walkTo(editor, "out") },
  { keys: { key: "ArrowRight" }, perform: (editor) => walkTo(editor, "in") },
];

/** While the user writes in a text and the focus is elsewhere, keys must not change its block. */
const WRITING: readonly Shortcut[] = [
  { keys: { key: "Escape" }, perform: ({ actor }) => actor.send({ type: "stopWriting" }) },
  ...UNDO,
];

/** The browser would select the text of the whole interface. */
const SELECT_ALL: Keys = { key: "a", ctrl: true };

/** Extend the selection, unless the focus is in the outline. */
const EXTENDING: readonly Shortcut[] = [
  { keys: { key: "ArrowDown", shift: true }, perform: (editor) => extendBy(editor, 1) },
  { keys: { key: "ArrowUp", shift: true }, perform: (editor) => extendBy(editor, -1) },
];

const OTHER_KEYS: readonly Shortcut[] = [
  { keys: { key: "Backspace" }, perform: (editor) => onSelected(editor, (ids) => takeOut(editor, ids)) },
  { keys: { key: "Escape" }, perform: (editor) => leave(editor) },
  { keys: { key: "Enter" }, perform: (editor) => writeIn(editor) },
  { keys: { key: "F2" }, perform: (editor) => writeIn(editor) },
];

/** Reduces the selection to the primary node, or selects the parent of a single node. */
function leave(editor: Editor): void {
  const { selected: id, selection } = editor.actor.getSnapshot().context;
  if (id === null) return;
  if (selection.size > 1) {
    select(editor, id);
    return;
  }
  const snapshot = editor.store.snapshot();
  const parent = find(snapshot, id)?.parent ?? "";
  select(editor, snapshot.nodes.has(parent) ? parent : null);
}

function onSelected(editor: Editor, perform: (ids: readonly string[]) => void): void {
  const ids = selectedIds(editor);
  if (ids.length > 0) perform(ids);
}

function writeIn(editor: Editor): void {
  const id = selected(editor);
  if (id !== null) write(editor, id);
}

export interface TreeFocus {
  /** Whether the focus is in a field or text, whose own keys stay. */
  readonly isTyping: boolean;
  /** Whether the focus is in the outline, which has its own arrow keys. */
  readonly walksItself?: boolean;
}

/** Performs the command of pressed keys. Returns false if they have none here. */
export function press(editor: Editor, pressed: Pressed, { isTyping, walksItself = false }: TreeFocus): boolean {
  const said = (shortcuts: readonly Shortcut[]): boolean => {
    const shortcut = shortcuts.find(({ keys }) => matchesKeys(keys, pressed));
    shortcut?.perform(editor);
    return shortcut !== undefined;
  };
  if (said(SHORTCUTS)) return true;
  if (isTyping) return false;
  const { context, value } = editor.actor.getSnapshot();
  const isBusy = context.writing !== null || value.pointer === "lifted";
  if (matchesKeys(SELECT_ALL, pressed)) {
    if (!isBusy) selectAll(editor);
    return true;
  }
  if (context.writing) return said(WRITING);
  if (value.pointer === "lifted") return said(HOLDING);
  if (said(UNDO)) return true;
  const ids = selectedIds(editor);
  const command = NODE_COMMANDS.find(({ keys }) => keys && matchesKeys(keys, pressed));
  if (command && ids.length > 0) {
    if (command.isAvailable(editor, ids)) command.perform(editor, ids);
    else editor.say(editor.t("tree.say.notThere"));
    return true;
  }
  return said(OTHER_KEYS) || (!walksItself && (said(EXTENDING) || said(WALKING)));
}
