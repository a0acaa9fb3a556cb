import { Flex } from "@mantine/core";
import { formatDate, getNoon } from "@/lib/dates";
import { formatPercentageOf } from "@/lib/decimals";
import { formatInteger } from "@/lib/filters";
import { useTranslation } from "@/lib/i18n/translation";
import { ChartCard } from "@/ui/charts/chart-card";
import type { HealthDay } from "../health-data";
import { formatPercent } from "../health-status";
import classes from "./rate-chart.module.css";

interface Props {
  readonly days: readonly HealthDay[];
  readonly of: "hardBounced" | "complained";
  /** Share from 0 to 1; 0 means no limit. */
  readonly limit: number;
}

const MIN_DAY_MESSAGES = 50;

/** Daily rate as bars, with a line at the limit that pauses a team. */
export function RateChart({ days, of, limit }: Props) {
  const { t } = useTranslation();
  const baseOf = (day: HealthDay) => (of === "hardBounced" ? day.handed : day.delivered);
  const shareOf = (day: HealthDay) => (baseOf(day) > 0 ? day[of] / baseOf(day) : 0);
  // On days with little volume a single bounce distorts the rate. Such days are pale, don't set the scale and never
  // exceed the limit.
  const hasFewMessages = (day: HealthDay) => baseOf(day) < MIN_DAY_MESSAGES;
  const worst = days.reduce((most, day) => (hasFewMessages(day) ? most : Math.max(most, shareOf(day))), 0);
  const top = Math.max(limit * 1.25, worst * 1.1, 0.001);
  const title = t(of === "hardBounced" ? "delivery.bouncesByDay" : "delivery.complaintsByDay");
  const head = [
    t("terms.day"),
    t(`delivery.${of}`),
    t(of === "hardBounced" ? "terms.recipients" : "terms.delivered"),
    t("delivery.rate"),
  ];
  const summary = t("delivery.worstDay", { rate: formatPercent(worst), limit: formatPercent(limit) });
  return (
    <ChartCard
      title={title}
      note={t("delivery.daysIn", { offset: formatDate(Date.now(), "Z") })}
      head={head}
      rows={days.map((day) => [day.day, day[of], baseOf(day), formatPercentageOf(day[of], baseOf(day))])}
      fileName={title}
    >
      <Flex
        gap={2}
        align="flex-end"
        pos="relative"
        h={140}
        mt={20}
        style={{ borderBlockEnd: "1px solid var(--line2)" }}
        role="img"
        aria-label={`${title}: ${summary}`}
      >
        {days.map((day) => (
          <div
            key={day.day}
            className={classes.day}
            title={`${formatDate(getNoon(day.day), "D MMM YYYY")}: ${formatInteger(day[of])} / ${formatInteger(baseOf(day))}, ${formatPercentageOf(day[of], baseOf(day))}`}
          >
            <i
              data-few={hasFewMessages(day) || undefined}
              data-over={(limit > 0 && !hasFewMessages(day) && shareOf(day) >= limit) || undefined}
              style={{ blockSize: `${Math.min(1, shareOf(day) / top) * 100}%` }}
            />
          </div>
        ))}
        {limit > 0 ? (
          <div className={classes.limit} style={{ insetBlockEnd: `${(limit / top) * 100}%` }}>
            <span>{t("delivery.limitAt", { limit: formatPercent(limit) })}</span>
          </div>
        ) : null}
      </Flex>
      <Flex justify="space-between" fz="xs" pt={6} c="dimmed" aria-hidden="true">
        <span>{days[0] ? formatDate(getNoon(days[0].day), "D MMM") : ""}</span>
        <span>{t("terms.today")}</span>
      </Flex>
    </ChartCard>
  );
}
