import { useMemo } from "react";
import { $api } from "@/lib/api/hooks";
import { composedKey, useTranslation } from "@/lib/i18n/translation";
import { TAGS_KEY } from "./campaigns-data";

/** The merge tags that can be used, as an editor offers them; of the same list until they or the language change. */
export function useTagOffers() {
  const { t } = useTranslation();
  const items = $api.useQuery(...TAGS_KEY, {}, { meta: { quiet: true } }).data?.items;
  return useMemo(
    () =>
      (items ?? []).map(({ tag, name }) => ({
        tag,
        label: t([composedKey(`mergeTags.fields.${tag}`), "terms.name"], { name }),
      })),
    [items, t],
  );
}
