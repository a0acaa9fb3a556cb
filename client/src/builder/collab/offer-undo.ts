import { dismissToast, toast } from "@/ui/toasts";
import type { History } from "./history";

interface Offer {
  readonly message: string;
  readonly label: string;
  readonly undo: () => void;
}

let offerCount = 0;

/**
 * Offers in a toast to undo the last command. The next command removes the toast, because undo would then apply to that
 * one.
 */
export function offerUndo(history: History, { message, label, undo }: Offer): void {
  offerCount += 1;
  // With its message as id, the toast would continue the timer of the previous one.
  const id = `undo-${offerCount}`;
  toast("success", message, { id, action: { label, run: undo } });
  const stop = history.subscribe(() => {
    stop();
    dismissToast(id);
  });
}
