import { useQuery } from "@tanstack/react-query";
import { useMemo } from "react";
import type { TagSuggestion } from "@/builder/inspector/inspector";
import { toTextKey, useTranslation } from "@/lib/i18n/translation";
import { EMAIL_TAGS, isEmailAddressTag } from "@/lib/merge-tags/fields";
import { tagsQuery } from "./campaigns-data";

const NO_TAGS: readonly TagSuggestion[] = [];
const getTagKind = (tag: string) => (isEmailAddressTag(tag) ? "address" : "words");

/** Merge tags to suggest in the editor. The array changes only with the tags or the language. */
export function useTagSuggestions(): readonly TagSuggestion[] {
  const { t } = useTranslation();
  const items = useQuery(tagsQuery).data?.items;
  return useMemo(() => {
    if (!items) return NO_TAGS;
    return [
      ...items.map(({ tag, name }) => ({
        tag,
        label: t([toTextKey(`mergeTags.fields.${tag}`), "terms.name"], { name }),
      })),
      ...EMAIL_TAGS.map((tag) => ({ tag, label: t(`mergeTags.ofEmail.${tag}`), ofEmail: getTagKind(tag) })),
    ];
  }, [items, t]);
}
