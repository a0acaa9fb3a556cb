import { useQuery } from "@tanstack/react-query";
import { useLocation } from "react-router";
import { usageQuery } from "@/features/session/public";
import { formatDate } from "@/lib/dates";
import { formatInteger } from "@/lib/filters";
import { useTranslation } from "@/lib/i18n/translation";
import { findMeter } from "../quota";
import classes from "./sidebar.module.css";

/** Usage of the plan at the bottom of the sidebar. */
export function QuotaMeter() {
  const { t } = useTranslation();
  const { pathname } = useLocation();
  const usage = useQuery(usageQuery);
  const meter = findMeter(usage.data, pathname);
  if (!meter) return null;
  const isLimited = meter.limit >= 0;
  return (
    <div className={classes.foot}>
      <div className={classes.meter}>
        <span>{t(meter.label)}</span>
        <span className="figures">
          <b>{formatInteger(meter.used)}</b> {t("words.ofLimit", { limit: formatInteger(meter.limit) })}
        </span>
      </div>
      {isLimited ? (
        // biome-ignore lint/a11y/useSemanticElements: the meter element cannot be drawn alike in every browser
        <div
          className={classes.track}
          role="meter"
          aria-label={t(meter.label)}
          aria-valuemin={0}
          aria-valuemax={meter.limit}
          aria-valuenow={Math.min(meter.used, meter.limit)}
        >
          <div className={classes.bar} data-level={meter.level} style={{ inlineSize: `${meter.share * 100}%` }} />
        </div>
      ) : null}
      {meter.resetsAt ? (
        <div className={classes.resets}>{t("shell.quotaResets", { date: formatDate(meter.resetsAt, "D MMM") })}</div>
      ) : null}
    </div>
  );
}
