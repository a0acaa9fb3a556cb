import type { Translate } from "@/lib/i18n/translation";
import { getFallback, readTag } from "@/lib/merge-tags/tag";
import type { TagSuggestion } from "../inspector";

/** Label of a merge tag: the name of its field, and its fallback text if it has one. */
export function formatTagName(source: string, tags: readonly TagSuggestion[], t: Translate): string {
  const tag = readTag(source);
  if (!tag) return source;
  const field = tags.find((offer) => offer.tag === tag.field)?.label ?? tag.field;
  const words = getFallback(tag);
  return words ? t("inspector.tags.withDefault", { field, words }) : field;
}
