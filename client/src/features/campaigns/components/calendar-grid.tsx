import { Stack } from "@mantine/core";
import { IconCalendarTime, IconPlus } from "@tabler/icons-react";
import { type DragEvent, useState } from "react";
import { Link } from "react-router";
import { useTranslation } from "@/lib/i18n/translation";
import { IconButton } from "@/ui/components/icon-button";
import { StatusDot } from "@/ui/components/status-dot";
import { getCampaignWallTime, groupByDay, isMovable } from "../calendar-days";
import { type CampaignRow, campaignPath } from "../campaigns-data";
import { formatDay, formatTimeOfDay } from "../schedule-clock";
import classes from "./calendar-grid.module.css";
import { DOTS } from "./campaign-state";

interface Props {
  readonly label: string;
  readonly weeks: readonly (readonly string[])[];
  readonly rows: readonly CampaignRow[];
  /** Days of other months are dimmed. */
  readonly month: string | undefined;
  readonly today: string;
  readonly zone: string;
  readonly canMoveCampaigns: boolean;
  /** Creates a campaign on a future day; undefined without permission. */
  readonly onCreate: ((day: string) => void) | undefined;
  /** Opens the dialog to choose another time. */
  readonly onMove: (campaign: CampaignRow) => void;
  readonly onDrop: (campaign: CampaignRow, day: string) => void;
}

const DRAG_TYPE = "application/x-campaign";

/**
 * Calendar of campaigns. Each day has a button to create one. A movable campaign can be dragged, or moved by its
 * button; dropping any other shows the reason.
 */
export function CalendarGrid({
  label,
  weeks,
  rows,
  month,
  today,
  zone,
  canMoveCampaigns,
  onCreate,
  onMove,
  onDrop,
}: Props) {
  const { t } = useTranslation();
  const [target, setTarget] = useState<string>();
  const campaignsByDay = groupByDay(rows, zone);
  const isOutside = (day: string) => month !== undefined && !day.startsWith(month);

  function drop(event: DragEvent, day: string): void {
    event.preventDefault();
    setTarget(undefined);
    const id = event.dataTransfer.getData(DRAG_TYPE);
    const campaign = rows.find((row) => row.id === id);
    if (campaign) onDrop(campaign, day);
  }

  return (
    <table className={classes.grid} aria-label={label}>
      <thead>
        <tr>
          {weeks[0]?.map((day) => (
            <th key={day} scope="col">
              {formatDay(day, "ddd")}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {weeks.map((week) => (
          <tr key={week[0]}>
            {week.map((day) => (
              <td
                key={day}
                className={classes.day}
                data-outside={isOutside(day) || undefined}
                data-today={day === today || undefined}
                data-empty={!campaignsByDay.has(day) || undefined}
                data-open={(onCreate !== undefined && day >= today && !isOutside(day)) || undefined}
                data-target={day === target || undefined}
                onDragOver={(event) => {
                  if (!event.dataTransfer.types.includes(DRAG_TYPE)) return;
                  event.preventDefault();
                  setTarget(day < today ? undefined : day);
                }}
                onDragLeave={() => setTarget(undefined)}
                onDrop={(event) => drop(event, day)}
              >
                {onCreate && day >= today ? (
                  <button
                    type="button"
                    className={classes.begin}
                    aria-label={t("campaigns.calendar.begin", { day: formatDay(day) })}
                    onClick={() => onCreate(day)}
                  >
                    <IconPlus size={14} stroke={1.9} aria-hidden="true" />
                  </button>
                ) : null}
                <time className={classes.number} dateTime={day} title={formatDay(day)}>
                  <span className={classes.within}>{formatDay(day, day.endsWith("-01") ? "D MMM" : "D")}</span>
                  <span className={classes.alone}>{formatDay(day, "ddd D MMM")}</span>
                </time>
                {campaignsByDay.has(day) ? (
                  <Stack component="ul" gap={2} pos="relative" style={{ pointerEvents: "none" }}>
                    {campaignsByDay.get(day)?.map((campaign) => {
                      const canMove = canMoveCampaigns && isMovable(campaign);
                      const wall = getCampaignWallTime(campaign, zone);
                      return (
                        <li
                          key={campaign.id}
                          className={classes.entry}
                          data-movable={canMove || undefined}
                          draggable
                          onDragStart={(event) => {
                            event.dataTransfer.setData(DRAG_TYPE, campaign.id);
                            event.dataTransfer.effectAllowed = "move";
                          }}
                        >
                          <StatusDot kind={DOTS[campaign.status]}>
                            <span className="said">{t(`campaigns.statuses.${campaign.status}`)}</span>
                          </StatusDot>
                          {wall ? <time dateTime={wall}>{formatTimeOfDay(wall)}</time> : null}
                          <Link
                            to={campaignPath(campaign)}
                            title={`${campaign.name} · ${t(`campaigns.statuses.${campaign.status}`)}`}
                            draggable={false}
                          >
                            {campaign.name}
                          </Link>
                          {canMove ? (
                            <IconButton
                              size="row"
                              label={t("campaigns.schedule.moveTitle", { name: campaign.name })}
                              onClick={() => onMove(campaign)}
                            >
                              <IconCalendarTime size={14} stroke={1.7} aria-hidden="true" />
                            </IconButton>
                          ) : null}
                        </li>
                      );
                    })}
                  </Stack>
                ) : null}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}
