export type ToastMode = "warning" | "success" | "info" | "error";
export type ToastIcon = "triangle" | "tick" | "info" | "exclamation";
export type IconPosition = "left" | "right";

/** What a toast offers to do about its message: a place to go to, or an act. */
export interface ToastAction {
  readonly label: string;
  readonly to?: string;
  readonly run?: () => void;
}

/** A toast as it waits or shows (SHELL-196). */
export interface Toast {
  readonly id: string;
  readonly icon: ToastIcon;
  readonly mode: ToastMode;
  readonly message: string;
  readonly iconPosition: IconPosition;
  readonly action?: ToastAction;
}

/** Each leaves by itself after this long (ACT-40). */
export const TOAST_MS = 5000;
/** More wait until one of these leaves (ACT-39, ACT-49). */
export const MOST_TOASTS = 3;

/** What may be said of a toast besides its message. */
export interface ToastLook {
  /** The identity of a toast that must not be taken for an earlier one with the same message. */
  readonly id?: string;
  readonly icon?: ToastIcon;
  readonly iconPosition?: IconPosition;
  readonly action?: ToastAction | undefined;
}

/** What a mode looks like where nothing else is said. */
const ICON_OF: Readonly<Record<ToastMode, ToastIcon>> = {
  warning: "triangle",
  success: "tick",
  info: "info",
  error: "exclamation",
};

/** The toast of a message; the message itself is its identity (ACT-38) where no other is given. */
export function toastOf(
  mode: ToastMode,
  message: string,
  { id = message, icon = ICON_OF[mode], iconPosition = "left", action }: ToastLook = {},
): Toast {
  return { id, icon, mode, message, iconPosition, ...(action ? { action } : {}) };
}

type Stack = typeof import("./components/toast-stack");

let stack: Stack | undefined;
let isWanted = false;
const listeners = new Set<() => void>();

export async function loadStack(): Promise<Stack> {
  stack ??= await import("./components/toast-stack");
  return stack;
}

/** Whether there has been a toast since the page was loaded. */
export function isStackWanted(): boolean {
  return isWanted;
}

export function onStackWanted(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Shows `message` unless the same one is on screen or waiting. */
export function toast(mode: ToastMode, message: string, look?: ToastLook): void {
  const made = toastOf(mode, message, look);
  isWanted = true;
  for (const listener of listeners) listener();
  if (stack) stack.show(made);
  else void loadStack().then(({ show }) => show(made));
}

/** Takes the toast with this identity away, whether it shows or waits. */
export function dismissToast(id: string): void {
  if (stack) stack.hide(id);
  // Behind its showing, which waits for the stack as well.
  else if (isWanted) void loadStack().then(({ hide }) => hide(id));
}
