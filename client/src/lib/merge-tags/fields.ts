/** What a merge tag can name: the fields of a contact, and what the email itself gives. */

export interface MergeField {
  /** As it is written between braces. */
  readonly tag: string;
  /** As the team calls it; standard fields have their names from the texts. */
  readonly name: string;
  readonly custom: boolean;
  /** Whether it holds a list, which a repeat can go over. */
  readonly several: boolean;
}

/** Tags of the email itself; `calendar_url` is one where the campaign has an event. */
export const EMAIL_TAGS = [
  "unsubscribe_url",
  "preferences_url",
  "view_url",
  "forward_url",
  "reply_url",
  "company_name",
  "company_address",
] as const;

/** Whether it gives an address of the email, such as the one to unsubscribe. */
export function isEmailAddressTag(tag: string): boolean {
  return tag.endsWith("_url") && EMAIL_TAGS.some((known) => known === tag);
}
