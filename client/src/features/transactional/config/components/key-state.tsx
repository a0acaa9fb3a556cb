import { formatDateTime } from "@/lib/dates";
import { useTranslation } from "@/lib/i18n/translation";
import { StatusDot, type StatusKind } from "@/ui/components/status-dot";
import { countRemainingDays } from "../key-expiry";
import type { ApiKey } from "../shapes";

const DOTS: Readonly<Record<ApiKey["state"], StatusKind>> = {
  active: "ok",
  expiring: "warn",
  expired: "off",
  revoked: "off",
};

/** Status of a key with its remaining time. */
export function KeyState({ apiKey: { state, expiresAt } }: { readonly apiKey: Pick<ApiKey, "state" | "expiresAt"> }) {
  const { t } = useTranslation();
  const count = expiresAt ? countRemainingDays(expiresAt, Date.now()) : 0;
  const works = state === "active" || state === "expiring";
  return (
    <span title={expiresAt ? formatDateTime(expiresAt) : undefined}>
      <StatusDot kind={DOTS[state]}>
        {works && count > 0
          ? t("transactional.config.apikey.expiresIn", { count })
          : t(`transactional.config.apikey.states.${state}`, { until: expiresAt ? formatDateTime(expiresAt) : "" })}
      </StatusDot>
    </span>
  );
}
