/** Keyboard shortcuts of editors. */
import { toElement } from "../inspector/elements";

export interface Keys {
  readonly key: string;
  /** Ctrl, or Command on a Mac. */
  readonly ctrl?: boolean;
  readonly shift?: boolean;
}

export interface KeyPress {
  readonly key: string;
  readonly ctrlKey: boolean;
  readonly metaKey: boolean;
  readonly shiftKey: boolean;
  readonly altKey: boolean;
}

/** Whether pressed keys are these. Shift is ignored unless the keys have Shift, Ctrl or Tab. */
export function matchesKeys({ key, ctrl = false, shift = false }: Keys, pressed: KeyPress): boolean {
  if (pressed.altKey || (pressed.ctrlKey || pressed.metaKey) !== ctrl) return false;
  if ((ctrl || shift || key === "Tab") && pressed.shiftKey !== shift) return false;
  return pressed.key === key || (key.length === 1 && pressed.key.toLowerCase() === key && key !== " ");
}

/** Types of inputs that take no text. */
const NON_TEXT_INPUT_TYPES: ReadonlySet<string> = new Set(["checkbox", "radio", "button", "color"]);

/** Whether an element takes text, so that its own keys are not shortcuts. */
export function isTyping(target: EventTarget | null): boolean {
  const element = toElement(target);
  if (!element) return false;
  if (element.isContentEditable || element.matches("textarea, select")) return true;
  return element.matches("input") && !NON_TEXT_INPUT_TYPES.has((element as HTMLInputElement).type);
}

/** Whether the user could mean to copy text: in a field, or while text is selected. */
export function hasOwnText({ target }: Event): boolean {
  return isTyping(target) || (document.getSelection()?.toString() ?? "") !== "";
}
