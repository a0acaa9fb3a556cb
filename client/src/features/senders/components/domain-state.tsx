import { useTranslation } from "@/lib/i18n/translation";
import { StatusDot } from "@/ui/components/status-dot";
import { useSecondsRemaining } from "@/ui/use-seconds-remaining";
import type { Domain } from "../domains-data";
import { DOMAIN_DOTS } from "../record-state";

const MINUTE_SECONDS = 60;
const HOUR_SECONDS = 60 * MINUTE_SECONDS;
const DAY_SECONDS = 24 * HOUR_SECONDS;

export function DomainState({ state }: Pick<Domain, "state">) {
  const { t } = useTranslation();
  return <StatusDot kind={DOMAIN_DOTS[state]}>{t(`senders.domains.states.${state}`)}</StatusDot>;
}

/** Countdown of the grace period. */
export function GracePeriodCountdown({ until }: { readonly until: string }) {
  const { t } = useTranslation();
  const left = useSecondsRemaining(Date.parse(until));
  const parts = {
    days: Math.floor(left / DAY_SECONDS),
    hours: Math.floor((left % DAY_SECONDS) / HOUR_SECONDS),
    minutes: Math.floor((left % HOUR_SECONDS) / MINUTE_SECONDS),
    seconds: String(left % MINUTE_SECONDS).padStart(2, "0"),
  };
  const key =
    left >= DAY_SECONDS ? "graceDays" : left >= HOUR_SECONDS ? "graceHours" : left > 0 ? "graceMinutes" : "graceOver";
  return (
    <time dateTime={until} className="figures">
      {t(`senders.domains.${key}`, parts)}
    </time>
  );
}
