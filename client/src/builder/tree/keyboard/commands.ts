/** One object for each thing that a person can do: toolbar, shortcuts and menus all read it. */

import {
  IconArrowDown,
  IconArrowUp,
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
import {
  canShift,
  copyOf,
  copyPart,
  pastePart,
  select,
  selected,
  shift,
  takeOut,
  toggleLock,
  walkTo,
  write,
} from "../acts";
import type { Editor } from "../editor";
import { isLocked } from "../locks";
import { find } from "../model/places";
import { aim, dropLifted, giveUp, lift } from "../moving";
import type { KindIconProps } from "../registry";

/** The keys that a command hears. */
interface Keys {
  readonly key: string;
  /** Ctrl, or Command on a Mac. */
  readonly ctrl?: boolean;
  readonly shift?: boolean;
}

export interface NodeCommand {
  readonly name: string;
  readonly icon: ComponentType<KindIconProps>;
  /** In which of its two states it is, where it has two; then it has a text for both. */
  readonly isOn?: (editor: Editor, id: string) => boolean;
  readonly keys?: Keys;
  readonly isDangerous?: boolean;
  readonly isAvailable: (editor: Editor, id: string) => boolean;
  readonly perform: (editor: Editor, id: string) => void;
}

const isOpen = ({ editing, store }: Editor, id: string) => !isLocked(editing, store.snapshot(), id);

/** What can be done to a node, in the order in which its toolbar shows it. */
export const NODE_COMMANDS: readonly NodeCommand[] = [
  {
    name: "move",
    icon: IconGripVertical,
    keys: { key: " " },
    isAvailable: isOpen,
    perform: (editor, id) => lift(editor, { id }),
  },
  {
    name: "up",
    icon: IconArrowUp,
    keys: { key: "ArrowUp", ctrl: true },
    isAvailable: (editor, id) => isOpen(editor, id) && canShift(editor, id, -1),
    perform: (editor, id) => shift(editor, id, -1),
  },
  {
    name: "down",
    icon: IconArrowDown,
    keys: { key: "ArrowDown", ctrl: true },
    isAvailable: (editor, id) => isOpen(editor, id) && canShift(editor, id, 1),
    perform: (editor, id) => shift(editor, id, 1),
  },
  {
    name: "duplicate",
    icon: IconCopy,
    keys: { key: "d", ctrl: true },
    isAvailable: (editor, id) => {
      const parent = find(editor.store.snapshot(), id)?.parent;
      return parent !== undefined && isOpen(editor, parent);
    },
    perform: copyOf,
  },
  {
    name: "copy",
    icon: IconClipboardCopy,
    isAvailable: () => true,
    perform: (editor, id) => void copyPart(editor, id),
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
    isOn: ({ store }, id) => store.node(id)?.isLocked ?? false,
    isAvailable: (editor, id) => {
      const parent = find(editor.store.snapshot(), id)?.parent;
      return parent !== undefined && isOpen(editor, parent);
    },
    perform: toggleLock,
  },
  {
    name: "comment",
    icon: IconMessage,
    isAvailable: ({ comment }) => comment !== undefined,
    perform: ({ comment }, id) => comment?.(id),
  },
  {
    name: "remove",
    icon: IconTrash,
    keys: { key: "Delete" },
    isDangerous: true,
    isAvailable: isOpen,
    perform: takeOut,
  },
];

/** The icon of a command in the state in which it is. */
export function iconOf({ icon, isOn }: NodeCommand, editor: Editor, id: string): ComponentType<KindIconProps> {
  return isOn?.(editor, id) ? IconLockOpen : icon;
}

/** The text key of a command in the state in which it is. */
export function labelOf({ name, isOn }: NodeCommand, editor: Editor, id: string): TextKey {
  return composedKey(`tree.commands.${name}${isOn?.(editor, id) ? "Off" : ""}`);
}

interface Shortcut {
  readonly keys: Keys;
  readonly perform: (editor: Editor) => void;
}

/** What is heard wherever the focus is in the editor, also in a field. */
export const SHORTCUTS: readonly Shortcut[] = [{ keys: { key: "s", ctrl: true }, perform: ({ save }) => save() }];

const UNDO: readonly Shortcut[] = [
  { keys: { key: "z", ctrl: true }, perform: (editor) => undo(editor) },
  { keys: { key: "z", ctrl: true, shift: true }, perform: (editor) => redo(editor) },
  { keys: { key: "y", ctrl: true }, perform: (editor) => redo(editor) },
];

export function undo({ editing, say, t }: Editor): void {
  if (!editing.history.canUndo) return;
  editing.history.undo();
  say(t("tree.say.undone"));
}

export function redo({ editing, say, t }: Editor): void {
  if (!editing.history.canRedo) return;
  editing.history.redo();
  say(t("tree.say.redone"));
}

/** While something is in the hand. */
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

/** Ways through what is drawn, where no other tree does that. */
const WALKING: readonly Shortcut[] = [
  { keys: { key: "ArrowDown" }, perform: (editor) => walkTo(editor, "next") },
  { keys: { key: "ArrowUp" }, perform: (editor) => walkTo(editor, "previous") },
  { keys: { key: "ArrowLeft" }, perform: (editor) => walkTo(editor, "out") },
  { keys: { key: "ArrowRight" }, perform: (editor) => walkTo(editor, "in") },
];

/** While someone writes in a text and the focus is not in it, no key may change its block. */
const WRITING: readonly Shortcut[] = [
  { keys: { key: "Escape" }, perform: ({ actor }) => actor.send({ type: "stopWriting" }) },
  ...UNDO,
];

/** On the canvas the browser would select the text of the whole interface. */
const SELECT_ALL: Keys = { key: "a", ctrl: true };

const OTHER_KEYS: readonly Shortcut[] = [
  { keys: { key: "Backspace" }, perform: (editor) => onSelected(editor, takeOut) },
  { keys: { key: "Escape" }, perform: (editor) => leave(editor) },
  { keys: { key: "Enter" }, perform: (editor) => onSelected(editor, write) },
  { keys: { key: "F2" }, perform: (editor) => onSelected(editor, write) },
];

/** From a component to its column, its row, the whole. */
function leave(editor: Editor): void {
  const id = selected(editor);
  if (id === null) return;
  const snapshot = editor.store.snapshot();
  const parent = find(snapshot, id)?.parent ?? "";
  select(editor, snapshot.nodes.has(parent) ? parent : null);
}

function onSelected(editor: Editor, perform: (editor: Editor, id: string) => unknown): void {
  const id = selected(editor);
  if (id !== null) perform(editor, id);
}

export interface Pressed {
  readonly key: string;
  readonly ctrlKey: boolean;
  readonly metaKey: boolean;
  readonly shiftKey: boolean;
  readonly altKey: boolean;
}

function hears({ key, ctrl = false, shift: withShift = false }: Keys, pressed: Pressed): boolean {
  if (pressed.altKey || (pressed.ctrlKey || pressed.metaKey) !== ctrl) return false;
  if ((ctrl || key === "Tab") && pressed.shiftKey !== withShift) return false;
  return pressed.key === key || (key.length === 1 && pressed.key.toLowerCase() === key && key !== " ");
}

export interface Where {
  /** In a field or a text, whose own keys are not taken. */
  readonly isTyping: boolean;
  /** A tree with ways of its own has the focus. */
  readonly walksItself?: boolean;
}

/** Does what the keys mean; false when they mean nothing here. */
export function press(editor: Editor, pressed: Pressed, { isTyping, walksItself = false }: Where): boolean {
  const said = (shortcuts: readonly Shortcut[]): boolean => {
    const shortcut = shortcuts.find(({ keys }) => hears(keys, pressed));
    shortcut?.perform(editor);
    return shortcut !== undefined;
  };
  if (said(SHORTCUTS)) return true;
  if (isTyping) return false;
  if (hears(SELECT_ALL, pressed)) return true;
  if (editor.actor.getSnapshot().context.writing) return said(WRITING);
  if (editor.actor.getSnapshot().matches({ pointer: "lifted" })) return said(HOLDING);
  if (said(UNDO)) return true;
  const id = selected(editor);
  const command = NODE_COMMANDS.find(({ keys }) => keys && hears(keys, pressed));
  if (command && id !== null) {
    if (command.isAvailable(editor, id)) command.perform(editor, id);
    else editor.say(editor.t("tree.say.notThere"));
    return true;
  }
  return said(OTHER_KEYS) || (!walksItself && said(WALKING));
}
