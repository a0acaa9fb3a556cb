import { useTranslation } from "react-i18next";
import { formatDateTime } from "@/lib/dates";
import { StatusDot, type StatusKind } from "@/ui/components/status-dot";
import type { ApiKey } from "../shapes";

const DOTS: Readonly<Record<ApiKey["state"], StatusKind>> = {
  active: "ok",
  expiring: "warn",
  expired: "off",
  revoked: "off",
};

/** Whether a key still opens anything, and until when. */
export function KeyState({ apiKey }: { readonly apiKey: ApiKey }) {
  const { t } = useTranslation();
  const until = apiKey.expiresAt ? formatDateTime(apiKey.expiresAt) : "";
  return (
    <StatusDot kind={DOTS[apiKey.state]}>
      {t(`transactional.config.apikey.states.${apiKey.state}`, { until })}
    </StatusDot>
  );
}
