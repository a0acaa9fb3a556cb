import { formatInteger } from "@/lib/filters";
import { useTranslation } from "@/lib/i18n/translation";
import { StatusDot, type StatusKind } from "@/ui/components/status-dot";
import type { Batch } from "../shapes";
import classes from "./batches.module.css";

const DOTS: Readonly<Record<Batch["state"], StatusKind>> = { scheduled: "info", running: "live", finished: "ok" };

export function BatchState({ state }: Pick<Batch, "state">) {
  const { t } = useTranslation();
  return <StatusDot kind={DOTS[state]}>{t(`transactional.batches.states.${state}`)}</StatusDot>;
}

/** Recipients of a batch with a final outcome. */
export function countFinished({ recipients, waiting }: Pick<Batch, "recipients" | "waiting">): number {
  return Math.max(0, recipients - waiting);
}

/** Progress bar of a batch: delivered, bounced and waiting. */
export function BatchBar({ batch }: { readonly batch: Batch }) {
  const { t } = useTranslation();
  const whole = Math.max(1, batch.recipients);
  const settled = countFinished(batch);
  const bad = batch.bounced + batch.failed;
  const words = t("transactional.batches.settled", { done: formatInteger(settled), whole: formatInteger(whole) });
  return (
    <span className={classes.progress}>
      <span
        className={classes.bar}
        role="progressbar"
        aria-label={words}
        aria-valuemin={0}
        aria-valuemax={whole}
        aria-valuenow={settled}
      >
        <i data-kind="ok" style={{ inlineSize: `${((settled - bad) / whole) * 100}%` }} />
        <i data-kind="bad" style={{ inlineSize: `${(bad / whole) * 100}%` }} />
      </span>
      <small>{words}</small>
    </span>
  );
}
