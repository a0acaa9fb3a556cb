import { useCountryName } from "@/features/lookups/public";
import { useTranslation } from "@/lib/i18n/translation";
import type { CustomValue } from "../contact-draft";
import { useStageNames } from "../funnel/stages";
import { type ContactField, formatFieldValue } from "./fields";

/** Returns a function that formats the values of a contact's fields. */
export function useFieldFormatter(): (field: ContactField, value: CustomValue) => string {
  const { t } = useTranslation();
  const names = { stage: useStageNames(), country: useCountryName() };
  return (field, value) => formatFieldValue(field, value, t, names);
}
