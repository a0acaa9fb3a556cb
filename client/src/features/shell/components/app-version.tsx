import { $api } from "@/lib/api/hooks";
import { useTranslation } from "@/lib/i18n/translation";

/** Which version this is (DISP-01), for whoever asks support. */
export function AppVersion() {
  const { t } = useTranslation();
  const { data } = $api.useQuery("get", "/api/version", {}, { meta: { quiet: true } });
  return data ? <span>{t("shell.version", { version: data.version })}</span> : null;
}
