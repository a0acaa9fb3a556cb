import { isEmailAddress } from "@/lib/email-address";

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

export type ContactFault = Readonly<Partial<Record<keyof ContactDraft, "missing" | "malformed">>>;

/** What keeps the draft from being sent; the server looks again. */
export function contactFaults(draft: ContactDraft): ContactFault {
  return {
    ...(draft.name.trim() ? {} : { name: "missing" as const }),
    ...(draft.message.trim() ? {} : { message: "missing" as const }),
    ...(isEmailAddress(draft.email)
      ? {}
      : { email: draft.email.trim() ? ("malformed" as const) : ("missing" as const) }),
  };
}
