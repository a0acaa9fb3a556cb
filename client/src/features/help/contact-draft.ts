import { isEmailAddress } from "@/lib/email-address";
import type { TextKey } from "@/lib/i18n/translation";

/** What is being written to support; kept while the page lives, so that closing the panel or a failure loses nothing. */
export interface ContactDraft {
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
] as const satisfies readonly (keyof ContactDraft)[];

let kept: { readonly userId: string; readonly draft: ContactDraft } | undefined;

/** The draft of this user, or `fresh` where there is none: another user of the same browser sees nothing of it. */
export function contactDraft(userId: string, fresh: ContactDraft): ContactDraft {
  return kept?.userId === userId ? kept.draft : fresh;
}

export function keepContactDraft(userId: string, draft: ContactDraft): void {
  kept = { userId, draft };
}

export function forgetContactDraft(): void {
  kept = undefined;
}

/** The text that says what is wrong, by field. */
export type ContactFaults = Readonly<Partial<Record<keyof ContactDraft, TextKey>>>;

/** What keeps the draft from being sent; the server looks again. */
export function contactFaults(draft: ContactDraft): ContactFaults {
  return {
    ...(draft.name.trim() ? {} : { name: "help.faults.name.missing" }),
    ...(draft.message.trim() ? {} : { message: "help.faults.message.missing" }),
    ...(isEmailAddress(draft.email)
      ? {}
      : { email: draft.email.trim() ? "words.enterAnEmailAddressSuchAsNameExample" : "help.faults.email.missing" }),
  };
}
