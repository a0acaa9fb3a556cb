import type { Recipient } from "../shapes";

/** What somebody wants to do with a message. */
export type Act =
  | { readonly kind: "release" | "cancel" }
  /** To all of its recipients, or to one alone. */
  | { readonly kind: "resend"; readonly of?: Recipient }
  | { readonly kind: "suppress"; readonly of: Recipient };

/** States of recipients that can still be called off. */
const CANCELLABLE: ReadonlySet<string> = new Set(["queued", "held", "scheduled", "deferred"]);

export function cancellable(recipients: readonly Recipient[]): number {
  return recipients.filter(({ state }) => CANCELLABLE.has(state)).length;
}
