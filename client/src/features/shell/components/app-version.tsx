import { useQuery } from "@tanstack/react-query";
import { query } from "@/lib/api/data";
import { useTranslation } from "@/lib/i18n/translation";

/** The version (DISP-01), for questions to support. */
export function AppVersion() {
  const { t } = useTranslation();
  const { data } = useQuery(query("get", "/api/version"));
  return data ? <span>{t("shell.version", { version: data.version })}</span> : null;
}
