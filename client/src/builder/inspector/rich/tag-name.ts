import type { Translate } from "@/lib/i18n/translation";
import { fallbackOf, readTag } from "@/lib/merge-tags/tag";
import type { TagOffer } from "../inspector";

/** Label of a merge tag: the name of its field, and its fallback text if it has one. */
export function tagName(source: string, tags: readonly TagOffer[], t: Translate): string {
  const tag = readTag(source);
  if (!tag) return source;
  const field = tags.find((offer) => offer.tag === tag.field)?.label ?? tag.field;
  const words = fallbackOf(tag);
  return words ? t("inspector.tags.withDefault", { field, words }) : field;
}
