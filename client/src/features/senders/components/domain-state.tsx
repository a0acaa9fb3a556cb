import { useTranslation } from "@/lib/i18n/translation";
import { StatusDot } from "@/ui/components/status-dot";
import { useSecondsLeft } from "@/ui/use-seconds-left";
import type { Domain } from "../domains-data";
import { DOMAIN_DOTS } from "../record-state";

const MINUTE = 60;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

export function DomainState({ state }: Pick<Domain, "state">) {
  const { t } = useTranslation();
  return <StatusDot kind={DOMAIN_DOTS[state]}>{t(`senders.domains.states.${state}`)}</StatusDot>;
}

/** Countdown of the grace period. */
export function GraceLeft({ until }: { readonly until: string }) {
  const { t } = useTranslation();
  const left = useSecondsLeft(Date.parse(until));
  const parts = {
    days: Math.floor(left / DAY),
    hours: Math.floor((left % DAY) / HOUR),
    minutes: Math.floor((left % HOUR) / MINUTE),
    seconds: String(left % MINUTE).padStart(2, "0"),
  };
  const key = left >= DAY ? "graceDays" : left >= HOUR ? "graceHours" : left > 0 ? "graceMinutes" : "graceOver";
  return (
    <time dateTime={until} className="figures">
      {t(`senders.domains.${key}`, parts)}
    </time>
  );
}
