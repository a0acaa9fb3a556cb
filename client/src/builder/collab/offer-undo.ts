import { dismissToast, toast } from "@/ui/toasts";
import type { History } from "./history";

interface Offer {
  readonly message: string;
  readonly label: string;
  readonly undo: () => void;
}

let offerCount = 0;

/** Offers in a toast to undo what was done last. It goes with the next act, since undoing would take that one back. */
export function offerUndo(history: History, { message, label, undo }: Offer): void {
  offerCount += 1;
  // By its message the toast would run on the time of the one before it, which goes just as this one comes.
  const id = `undo-${offerCount}`;
  toast("success", message, { id, action: { label, run: undo } });
  const stop = history.subscribe(() => {
    stop();
    dismissToast(id);
  });
}
