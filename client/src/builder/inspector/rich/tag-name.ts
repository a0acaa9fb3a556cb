import { composedKey, type Translate } from "@/lib/i18n/translation";
import type { TagOffer } from "./tag-completion";
import { readTag } from "./tag-source";

/** What the mail itself says of its sender, which no list of a contact's fields has. */
const OF_THE_MAIL: readonly string[] = ["company_name", "company_address"];

/** All that can stand in a text: the fields of the contact, then what the mail says of its sender. */
export function withMailTags(tags: readonly TagOffer[], t: Translate): readonly TagOffer[] {
  const ofContact = tags.filter(({ tag }) => !OF_THE_MAIL.includes(tag));
  return [...ofContact, ...OF_THE_MAIL.map((tag) => ({ tag, label: t(composedKey(`inspector.tags.named.${tag}`)) }))];
}

/** A merge tag in words: what its field is called, and what stands where there is none. */
export function tagName(source: string, tags: readonly TagOffer[], t: Translate): string {
  const tag = readTag(source);
  if (!tag) return source;
  const field = withMailTags(tags, t).find((offer) => offer.tag === tag.field)?.label ?? tag.field;
  return tag.fallback ? t("inspector.tags.withDefault", { field, words: tag.fallback }) : field;
}
