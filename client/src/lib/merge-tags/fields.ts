/** Fields that a merge tag can name: those of a contact, and those that the email provides. */

export interface MergeField {
  /** As written between the braces. */
  readonly tag: string;
  /** The team's name for the field; standard fields have theirs in the texts. */
  readonly name: string;
  readonly custom: boolean;
  /** Whether the value is a list, over which a repeat can iterate. */
  readonly several: boolean;
}

/** Tags of the email itself; `calendar_url` exists where the campaign has an event. */
export const EMAIL_TAGS = [
  "unsubscribe_url",
  "preferences_url",
  "view_url",
  "forward_url",
  "reply_url",
  "company_name",
  "company_address",
] as const;

/** Whether the tag yields an address of the email, such as the unsubscribe link. */
export function isEmailAddressTag(tag: string): boolean {
  return tag.endsWith("_url") && EMAIL_TAGS.some((known) => known === tag);
}
