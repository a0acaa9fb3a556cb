import type { RecipientCount } from "./composer-data";
import { type Draft, isAnybodyChosen, type TextFault } from "./draft";

export const CHECKS = ["recipients", "sender", "subject", "content", "quota"] as const;
export type Check = (typeof CHECKS)[number];

/** `waiting` while an answer of the server is on its way. */
export type Verdict = "done" | "missing" | "waiting";

interface Known {
  readonly draft: Draft;
  readonly count: RecipientCount | undefined;
  /** Whether the chosen sender is confirmed; undefined while the senders load. */
  readonly senderIsValidated: boolean | undefined;
  readonly fault: TextFault | undefined;
  /** Emails that the plan still allows, -1 for no limit; undefined while it loads. */
  readonly emailsLeft: number | undefined;
}

function recipients({ draft, count }: Known): Verdict {
  if (!isAnybodyChosen(draft.recipients)) return "missing";
  if (!count) return "waiting";
  return count.count > 0 ? "done" : "missing";
}

function sender({ draft, senderIsValidated }: Known): Verdict {
  if (draft.senderId === null) return "missing";
  if (senderIsValidated === undefined) return "waiting";
  return senderIsValidated ? "done" : "missing";
}

function quota({ count, emailsLeft }: Known): Verdict {
  if (!count || emailsLeft === undefined) return "waiting";
  return emailsLeft < 0 || emailsLeft >= count.count ? "done" : "missing";
}

/** Whether the fault stands in the mail itself, its plain part or what its links get. */
function isElsewhere(fault: TextFault | undefined): boolean {
  return fault !== undefined && fault.field !== "subject" && fault.field !== "preheader";
}

/** What stands between the draft and its recipients. */
export function readiness(known: Known): Readonly<Record<Check, Verdict>> {
  const { draft, fault } = known;
  const isFaulty = (field: TextFault["field"]) => fault?.field === field;
  return {
    recipients: recipients(known),
    sender: sender(known),
    subject: draft.subject.trim() && !isFaulty("subject") && !isFaulty("preheader") ? "done" : "missing",
    content: draft.content.body.trim() && !isElsewhere(fault) ? "done" : "missing",
    quota: quota(known),
  };
}

export function isReady(checks: Readonly<Record<Check, Verdict>>): boolean {
  return CHECKS.every((check) => checks[check] === "done");
}
