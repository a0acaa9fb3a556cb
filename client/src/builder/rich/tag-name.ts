import type { TFunction } from "i18next";
import type { TagOffer } from "./tag-completion";
import { readTag } from "./tag-source";

/** What the mail itself says of its sender, which no list of a contact's fields has. */
const OF_THE_MAIL: ReadonlySet<string> = new Set(["company_name", "company_address"]);

/** A merge tag in words: what its field is called, and what stands where there is none. */
export function tagName(source: string, tags: readonly TagOffer[], t: TFunction): string {
  const tag = readTag(source);
  if (!tag) return source;
  const label = OF_THE_MAIL.has(tag.field) ? t(`together.tags.named.${tag.field}`) : undefined;
  const field = label ?? tags.find((offer) => offer.tag === tag.field)?.label ?? tag.field;
  return tag.fallback ? t("together.tags.withDefault", { field, words: tag.fallback }) : field;
}
