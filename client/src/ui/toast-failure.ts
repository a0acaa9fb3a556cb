import { describeThrown } from "@/lib/describe-failure";
import type { Translate } from "@/lib/i18n/translation";
import { toast } from "./toasts";

/** Shows a toast that an action has failed, and why. */
export function toastFailure(failure: unknown, t: Translate): void {
  toast("warning", describeThrown(failure, t));
}
