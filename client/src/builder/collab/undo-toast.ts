import { dismissToast, toast } from "@/ui/toasts";
import type { History } from "./history";

interface UndoToastOptions {
  readonly message: string;
  readonly label: string;
  readonly undo: () => void;
}

let toastCount = 0;

/**
 * Offers in a toast to undo the last command. The next command removes the toast, because undo would then apply to that
 * one.
 */
export function showUndoToast(history: History, { message, label, undo }: UndoToastOptions): void {
  toastCount += 1;
  // With its message as id, the toast would continue the timer of the previous one.
  const id = `undo-${toastCount}`;
  toast("success", message, { id, action: { label, run: undo } });
  const stop = history.subscribe(() => {
    stop();
    dismissToast(id);
  });
}
