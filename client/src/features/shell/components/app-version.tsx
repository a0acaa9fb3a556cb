import { useQuery } from "@tanstack/react-query";
import { query } from "@/lib/api/data";
import { useTranslation } from "@/lib/i18n/translation";

/** Which version this is (DISP-01), for whoever asks support. */
export function AppVersion() {
  const { t } = useTranslation();
  const { data } = useQuery(query("get", "/api/version"));
  return data ? <span>{t("shell.version", { version: data.version })}</span> : null;
}
