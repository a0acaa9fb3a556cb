import { Button, Checkbox, Flex, NumberInput, Stack, Text } from "@mantine/core";
import { type FormEvent, useState } from "react";
import { useMe } from "@/features/session/public";
import { isFailure } from "@/lib/api/failure";
import { formatInteger } from "@/lib/filters";
import { useTranslation } from "@/lib/i18n/translation";
import { Dialog } from "@/ui/components/dialog";
import { FormActions } from "@/ui/components/form-actions";
import { Segmented } from "@/ui/components/segmented";
import { DateField } from "@/ui/dates/date-field";
import { TimeField } from "@/ui/dates/time-field";
import type { CampaignRow } from "../campaigns-data";
import {
  addDays,
  formatWallTime,
  getDatePart,
  getTimePart,
  listPresets,
  parseZoneName,
  toWallTime,
} from "../schedule-clock";
import { type ScheduleZone, useRescheduleCampaign, useScheduleCampaign } from "../schedule-data";
import classes from "./schedule-dialog.module.css";
import { SendFailure } from "./send-failure";

interface Props {
  readonly campaign: CampaignRow;
  /** `schedule` schedules a draft. `move` changes a schedule or the planned time of a draft. */
  readonly act: "schedule" | "move";
  /** Whether the draft on screen is saved. */
  readonly isSaved?: boolean;
  /** Called after the schedule is saved. */
  readonly onDone: () => void;
  readonly onClose: () => void;
}

const MIN_PER_HOUR = 10;
const MAX_PER_HOUR = 1_000_000;
const DEFAULT_PER_HOUR = 1000;

type ScheduleMode = "later" | "now";

/** Asks for the start time, its time zone and the sending rate. */
export function ScheduleDialog({ campaign, act, isSaved = true, onDone, onClose }: Props) {
  const { t } = useTranslation();
  // The variants of a test start together, in the team's time zone.
  const isTest = campaign.kind === "abTest";
  const zone = parseZoneName(useMe()?.team?.timezone);
  const [now] = useState(() => Date.now());
  const offered = listPresets(now, zone);
  const { scheduleAt } = campaign;
  const planned = scheduleAt && Date.parse(scheduleAt) > now ? toWallTime(scheduleAt, zone) : undefined;
  const [wall, setWall] = useState(planned ?? offered[1]?.wallTime ?? "");
  const [when, setWhen] = useState<ScheduleMode>("later");
  const [whose, setWhose] = useState<ScheduleZone>(campaign.scheduleZone);
  const [isSlow, setSlow] = useState(campaign.perHour !== null);
  const [perHour, setPerHour] = useState<number | string>(campaign.perHour ?? DEFAULT_PER_HOUR);
  const send = useScheduleCampaign();
  const move = useRescheduleCampaign();
  const { mutate, isPending, error } = act === "schedule" ? send : move;
  const isMoment = getDatePart(wall).length === 10 && getTimePart(wall).length === 5;
  const isPace = !isSlow || (typeof perHour === "number" && perHour >= MIN_PER_HOUR && perHour <= MAX_PER_HOUR);
  const isLater = act === "move" || when === "later";

  function onSubmit(event: FormEvent): void {
    event.preventDefault();
    if ((isLater && !isMoment) || !isPace) return;
    const schedule = {
      scheduleAt: isLater ? wall : null,
      zone: isLater ? whose : ("team" as const),
      perHour: isSlow ? Number(perHour) : null,
    };
    mutate({ id: campaign.id, kind: campaign.kind, schedule }, { onSuccess: onDone });
  }

  return (
    <Dialog
      title={t(act === "move" ? "campaigns.schedule.moveTitle" : "campaigns.schedule.title", { name: campaign.name })}
      size={480}
      onClose={onClose}
    >
      <form onSubmit={onSubmit} noValidate>
        <Stack gap="md">
          {isFailure(error) ? <SendFailure campaign={campaign} failure={error} onLeave={onClose} /> : null}
          {act === "schedule" ? (
            <Segmented<ScheduleMode>
              label={t("campaigns.schedule.when")}
              isWide
              value={when}
              onChange={setWhen}
              options={[
                { value: "later", label: t("campaigns.schedule.later") },
                { value: "now", label: t("campaigns.schedule.now") },
              ]}
            />
          ) : null}
          {isLater ? (
            <>
              <Stack gap="xs">
                <div className={classes.moment}>
                  <DateField
                    label={t("terms.date")}
                    value={getDatePart(wall)}
                    min={getDatePart(toWallTime(now, zone))}
                    max={addDays(getDatePart(toWallTime(now, zone)), 365)}
                    required
                    error={isMoment ? undefined : t("campaigns.schedule.momentMissing")}
                    onChange={(day) => setWall(`${day}T${getTimePart(wall)}`)}
                    data-autofocus
                  />
                  <TimeField
                    label={t("campaigns.schedule.time")}
                    value={getTimePart(wall)}
                    onChange={(time) => setWall(`${getDatePart(wall)}T${time}`)}
                  />
                </div>
                <Flex gap="xs" wrap="wrap">
                  {offered.map((preset) => (
                    <Button key={preset.id} size="xs" onClick={() => setWall(preset.wallTime)}>
                      {t(`campaigns.schedule.presets.${preset.id}`)}
                    </Button>
                  ))}
                </Flex>
              </Stack>
              {isTest ? null : (
                <Stack gap="xs">
                  <Segmented<ScheduleZone>
                    label={t("words.timeZone")}
                    isWide
                    value={whose}
                    onChange={setWhose}
                    options={[
                      { value: "team", label: t("terms.teamTimeZone") },
                      { value: "contact", label: t("campaigns.schedule.contactClock") },
                    ]}
                  />
                  <Text size="sm" c="dimmed">
                    {whose === "team"
                      ? t("campaigns.schedule.teamHelp", { zone })
                      : t("campaigns.schedule.contactHelp", { zone })}
                  </Text>
                </Stack>
              )}
            </>
          ) : null}
          {isTest ? null : (
            <Stack gap="xs">
              <Checkbox
                label={t("campaigns.schedule.slow")}
                checked={isSlow}
                onChange={({ currentTarget }) => setSlow(currentTarget.checked)}
              />
              {isSlow ? (
                <NumberInput
                  label={t("campaigns.schedule.perHour")}
                  description={t("campaigns.schedule.perHourHelp")}
                  value={perHour}
                  min={MIN_PER_HOUR}
                  max={MAX_PER_HOUR}
                  allowDecimal={false}
                  clampBehavior="none"
                  error={
                    isPace
                      ? undefined
                      : t("campaigns.numberBounds", {
                          least: formatInteger(MIN_PER_HOUR),
                          most: formatInteger(MAX_PER_HOUR),
                        })
                  }
                  onChange={setPerHour}
                />
              ) : null}
            </Stack>
          )}
          <FormActions
            submitLabel={
              isLater && isMoment
                ? t(act === "move" ? "campaigns.schedule.moveTo" : "campaigns.schedule.confirm", {
                    at: formatWallTime(wall),
                  })
                : t("campaigns.schedule.sendNow")
            }
            isBusy={isPending || !isSaved}
            onCancel={onClose}
          />
        </Stack>
      </form>
    </Dialog>
  );
}
