import { buildToast, type ToastMode, type ToastOptions } from "./toast";

type Stack = typeof import("./components/toast-stack");

let stack: Stack | undefined;
let isRequested = false;
const listeners = new Set<() => void>();

export async function loadStack(): Promise<Stack> {
  stack ??= await import("./components/toast-stack");
  return stack;
}

/** Whether any toast has been requested since the page was loaded. */
export function isStackRequested(): boolean {
  return isRequested;
}

export function onStackRequested(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Shows `message` unless the same toast is visible or waiting. */
export function toast(mode: ToastMode, message: string, look?: ToastOptions): void {
  const newToast = buildToast(mode, message, look);
  isRequested = true;
  for (const listener of listeners) listener();
  if (stack) stack.show(newToast);
  else void loadStack().then(({ show }) => show(newToast));
}

/** Removes the toast with this identity, whether it is visible or waiting. */
export function dismissToast(id: string): void {
  if (stack) stack.hide(id);
  // Runs after the pending request to show it, which waits for the same stack.
  else if (isRequested) void loadStack().then(({ hide }) => hide(id));
}
