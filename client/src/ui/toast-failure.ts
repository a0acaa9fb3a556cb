import type { TFunction } from "i18next";
import { describeThrown } from "@/lib/describe-failure";
import { toast } from "./toasts";

/** Tells in a toast that an act has failed, and why. */
export function toastFailure(failure: unknown, t: TFunction): void {
  toast("warning", describeThrown(failure, t));
}
