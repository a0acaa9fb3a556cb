import type { MessageRecipient } from "../shapes";

/** An action on a message. */
export type MessageAction =
  | { readonly kind: "release" | "cancel" }
  /** To one recipient, or to all if undefined. */
  | { readonly kind: "resend"; readonly of?: MessageRecipient }
  | { readonly kind: "suppress"; readonly of: MessageRecipient };

/** Recipient states that can still be cancelled. */
const CANCELLABLE: ReadonlySet<string> = new Set(["queued", "held", "scheduled", "deferred"]);

export function countCancellable(recipients: readonly MessageRecipient[]): number {
  return recipients.filter(({ state }) => CANCELLABLE.has(state)).length;
}
