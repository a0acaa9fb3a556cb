import { dismissToast, toast } from "@/ui/toasts";
import type { History } from "./history";

interface Offer {
  readonly message: string;
  readonly label: string;
  readonly undo: () => void;
}

/** Offers in a toast to undo what was done last. It goes with the next act, since undoing would take that one back. */
export function offerUndo(history: History, { message, label, undo }: Offer): void {
  toast("success", message, { action: { label, run: undo } });
  const stop = history.subscribe(() => {
    stop();
    dismissToast(message);
  });
}
