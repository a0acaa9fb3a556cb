import { type ToastLook, type ToastMode, toastOf } from "./toast";

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
