import { isEmailAddress } from "@/lib/email-address";
import type { TextKey } from "@/lib/i18n/translation";

/** Unsent message to support. Held in memory, so that closing the panel or a failure loses nothing. */
export interface SupportMessageDraft {
  readonly name: string;
  readonly email: string;
  readonly company: string;
  readonly phone: string;
  readonly message: string;
}

export const CONTACT_FIELDS = [
  "name",
  "email",
  "company",
  "phone",
  "message",
] as const satisfies readonly (keyof SupportMessageDraft)[];

let storedDraft: { readonly userId: string; readonly draft: SupportMessageDraft } | undefined;

/** The draft of this user, or `fresh` without one: other users of the same browser cannot see it. */
export function readSupportMessageDraft(userId: string, fresh: SupportMessageDraft): SupportMessageDraft {
  return storedDraft?.userId === userId ? storedDraft.draft : fresh;
}

export function storeSupportMessageDraft(userId: string, draft: SupportMessageDraft): void {
  storedDraft = { userId, draft };
}

export function clearSupportMessageDraft(): void {
  storedDraft = undefined;
}

/** Validation errors by field. */
export type SupportMessageDraftErrors = Readonly<Partial<Record<keyof SupportMessageDraft, TextKey>>>;

/** Validates the draft; the server checks it again. */
export function validateSupportMessageDraft(draft: SupportMessageDraft): SupportMessageDraftErrors {
  return {
    ...(draft.name.trim() ? {} : { name: "help.faults.name.missing" }),
    ...(draft.message.trim() ? {} : { message: "help.faults.message.missing" }),
    ...(isEmailAddress(draft.email)
      ? {}
      : { email: draft.email.trim() ? "words.enterAnEmailAddressSuchAsNameExample" : "help.faults.email.missing" }),
  };
}
