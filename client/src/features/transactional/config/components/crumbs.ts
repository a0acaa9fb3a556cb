import { useTranslation } from "@/lib/i18n/translation";
import type { Crumb } from "@/lib/routing";

/** Breadcrumbs of a page below one of the four lists. */
export function useConfigCrumbs(noun: "domain" | "subaccount" | "apikey" | "webhook"): readonly Crumb[] {
  const { t } = useTranslation();
  return [
    { label: t("shell.groups.transactional") },
    { label: t("words.configuration") },
    { label: t(`transactional.config.${noun}.title`), to: `/${noun}` },
  ];
}
