import { useState } from "react";
import { formatInteger } from "@/lib/filters";
import { getCurrentLanguage } from "@/lib/i18n/i18n";
import { useTranslation } from "@/lib/i18n/translation";
import type { Engagement, Hour, Peak } from "../reports-data";
import { EngagementSwitch } from "./engagement-switch";
import { EmptyText, PartCard } from "./part-card";
import classes from "./peak-hours-card.module.css";

interface Props {
  readonly peak: Parameters<typeof PartCard<Peak>>[0]["query"];
  readonly fileName: string;
}

const WEEKDAYS = [1, 2, 3, 4, 5, 6, 7] as const;
const HOURS = Array.from({ length: 24 }, (_, hour) => hour);
const MONDAY = Date.UTC(2024, 0, 1);
const DAY_MS = 86_400_000;
/** Tint in percent of the weakest hour with activity, so that it differs from an empty one. */
const MIN_TINT_PERCENT = 14;

function formatWeekday(weekday: number, length: "short" | "long"): string {
  return new Intl.DateTimeFormat(getCurrentLanguage(), { weekday: length, timeZone: "UTC" }).format(
    MONDAY + (weekday - 1) * DAY_MS,
  );
}

function formatHour(hour: number): string {
  return `${String(hour).padStart(2, "0")}:00`;
}

/** Activity by hour of the week, as a table shaded like a heat map. */
export function PeakHoursCard({ peak, fileName }: Props) {
  const { t } = useTranslation();
  const [did, setDid] = useState<Engagement>("opens");
  const title = t("reports.peakHours");
  return (
    <PartCard
      title={title}
      query={peak}
      note={({ hours, zone }) => {
        const busiest = findBusiest(hours, did);
        return busiest
          ? t(`reports.busiest.${did}`, {
              weekday: formatWeekday(busiest.weekday, "long"),
              from: formatHour(busiest.hour),
              to: formatHour((busiest.hour + 1) % 24),
              zone,
            })
          : null;
      }}
      table={({ hours }) => ({
        head: [t("reports.weekday"), ...HOURS.map(formatHour)],
        rows: WEEKDAYS.map((weekday) => [
          formatWeekday(weekday, "long"),
          ...HOURS.map((hour) => getCount(hours, weekday, hour, did)),
        ]),
      })}
      fileName={`${fileName} ${title}`}
      tools={<EngagementSwitch did={did} onChange={setDid} />}
      loadingHeight={248}
      empty={({ hours }) =>
        findBusiest(hours, did) === undefined ? <EmptyText>{t(`reports.nothingYet.${did}`)}</EmptyText> : null
      }
    >
      {({ hours }) => {
        const most = findBusiest(hours, did)?.[did] ?? 1;
        return (
          <table className={classes.hours} aria-label={title}>
            <thead>
              <tr>
                <td />
                {HOURS.map((hour) => (
                  <th key={hour} scope="col">
                    <span className="said">{formatHour(hour)}</span>
                    <i
                      aria-hidden="true"
                      data-sixth={hour % 6 === 0 || undefined}
                      data-third={hour % 3 === 0 || undefined}
                    >
                      {String(hour).padStart(2, "0")}
                    </i>
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {WEEKDAYS.map((weekday) => (
                <tr key={weekday}>
                  <th scope="row">
                    <abbr title={formatWeekday(weekday, "long")}>{formatWeekday(weekday, "short")}</abbr>
                  </th>
                  {HOURS.map((hour) => {
                    const value = getCount(hours, weekday, hour, did);
                    const tint =
                      value === 0 ? 0 : MIN_TINT_PERCENT + Math.round((value / most) * (100 - MIN_TINT_PERCENT));
                    return (
                      <td
                        key={hour}
                        title={`${formatWeekday(weekday, "long")} ${formatHour(hour)}: ${formatInteger(value)}`}
                      >
                        <i
                          style={{
                            background:
                              value === 0
                                ? "var(--sunken)"
                                : `color-mix(in srgb, var(--chart-${did === "opens" ? 2 : 3}) ${tint}%, var(--surface))`,
                          }}
                        />
                        <span className="said">{formatInteger(value)}</span>
                      </td>
                    );
                  })}
                </tr>
              ))}
            </tbody>
          </table>
        );
      }}
    </PartCard>
  );
}

function getCount(hours: readonly Hour[], weekday: number, hour: number, did: Engagement): number {
  return hours.find((one) => one.weekday === weekday && one.hour === hour)?.[did] ?? 0;
}

/** The first hour with the maximum; undefined without any activity. */
function findBusiest(hours: readonly Hour[], did: Engagement): Hour | undefined {
  const max = Math.max(0, ...hours.map((one) => one[did]));
  return max === 0 ? undefined : hours.find((one) => one[did] === max);
}
