/** Keyboard shortcuts of editors. */

export interface Keys {
  readonly key: string;
  /** Ctrl, or Command on a Mac. */
  readonly ctrl?: boolean;
  readonly shift?: boolean;
}

export interface Pressed {
  readonly key: string;
  readonly ctrlKey: boolean;
  readonly metaKey: boolean;
  readonly shiftKey: boolean;
  readonly altKey: boolean;
}

/** Whether pressed keys are these. Shift is ignored unless the keys have Shift, Ctrl or Tab. */
export function matchesKeys({ key, ctrl = false, shift = false }: Keys, pressed: Pressed): boolean {
  if (pressed.altKey || (pressed.ctrlKey || pressed.metaKey) !== ctrl) return false;
  if ((ctrl || shift || key === "Tab") && pressed.shiftKey !== shift) return false;
  return pressed.key === key || (key.length === 1 && pressed.key.toLowerCase() === key && key !== " ");
}

/** Whether an element takes text, so that its own keys are not shortcuts. */
export function isTyping(target: EventTarget | null): boolean {
  if (!(target instanceof HTMLElement)) return false;
  if (target.isContentEditable) return true;
  if (target instanceof HTMLInputElement) return !["checkbox", "radio", "button", "color"].includes(target.type);
  return target instanceof HTMLTextAreaElement || target instanceof HTMLSelectElement;
}

/** Whether the user could mean to copy text: in a field, or while text is selected. */
export function hasOwnText({ target }: Event): boolean {
  return isTyping(target) || (document.getSelection()?.toString() ?? "") !== "";
}
