import { Button, Checkbox, Flex, NumberInput, Stack, Text } from "@mantine/core";
import { useState } from "react";
import { useMe } from "@/features/session/public";
import { isFailure } from "@/lib/api/failure";
import { formatInteger } from "@/lib/filters";
import { useTranslation } from "@/lib/i18n/translation";
import { Dialog } from "@/ui/components/dialog";
import { FormActions } from "@/ui/components/form-actions";
import { Segmented } from "@/ui/components/segmented";
import { DateField } from "@/ui/dates/date-field";
import { TimeField } from "@/ui/dates/time-field";
import { useForm } from "@/ui/use-form";
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

interface ScheduleValues {
  readonly when: ScheduleMode;
  readonly scheduleAt: { readonly date: string; readonly time: string };
  readonly zone: ScheduleZone;
  readonly isSlow: boolean;
  readonly perHour: number | string;
}

function splitWallTime(wallTime: string) {
  return { date: getDatePart(wallTime), time: getTimePart(wallTime) };
}

function isRate(perHour: number | string): boolean {
  return typeof perHour === "number" && perHour >= MIN_PER_HOUR && perHour <= MAX_PER_HOUR;
}

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
  const send = useScheduleCampaign();
  const move = useRescheduleCampaign();
  const { mutate, isPending, error } = act === "schedule" ? send : move;
  const form = useForm<ScheduleValues>({
    initial: {
      when: "later",
      scheduleAt: splitWallTime(planned ?? offered[1]?.wallTime ?? ""),
      zone: campaign.scheduleZone,
      isSlow: campaign.perHour !== null,
      perHour: campaign.perHour ?? DEFAULT_PER_HOUR,
    },
    validate: (values) => ({
      ...(values.when === "now" || (values.scheduleAt.date && values.scheduleAt.time)
        ? {}
        : { scheduleAt: t("campaigns.schedule.momentMissing") }),
      ...(!values.isSlow || isRate(values.perHour)
        ? {}
        : {
            perHour: t("campaigns.numberBounds", {
              least: formatInteger(MIN_PER_HOUR),
              most: formatInteger(MAX_PER_HOUR),
            }),
          }),
    }),
    failure: error,
    onValid: ({ values }) => {
      const schedule = {
        scheduleAt: isLater ? wallTime : null,
        zone: isLater ? values.zone : ("team" as const),
        perHour: values.isSlow ? Number(values.perHour) : null,
      };
      mutate({ id: campaign.id, kind: campaign.kind, schedule }, { onSuccess: onDone });
    },
  });
  const { when, zone: whose, isSlow } = form.values;
  const { date, time } = form.values.scheduleAt;
  const isLater = when === "later";
  const wallTime = `${date}T${time}`;
  const isMove = act === "move";
  const laterLabel =
    date && time
      ? t(isMove ? "campaigns.schedule.moveTo" : "campaigns.schedule.confirm", { at: formatWallTime(wallTime) })
      : t(isMove ? "campaigns.schedule.move" : "campaigns.schedule.open");

  return (
    <Dialog
      title={t(isMove ? "campaigns.schedule.moveTitle" : "campaigns.schedule.title", { name: campaign.name })}
      size={480}
      onClose={onClose}
    >
      <form onSubmit={form.onSubmit} noValidate>
        <Stack gap="md">
          {isFailure(form.failure) ? (
            <SendFailure campaign={campaign} failure={form.failure} onLeave={onClose} />
          ) : null}
          {act === "schedule" ? (
            <Segmented<ScheduleMode>
              label={t("campaigns.schedule.when")}
              isWide
              value={when}
              onChange={(next) => form.edit("when", next)}
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
                    min={getDatePart(toWallTime(now, zone))}
                    max={addDays(getDatePart(toWallTime(now, zone)), 365)}
                    required
                    value={date}
                    error={form.errorOf("scheduleAt")}
                    onChange={(next) => form.edit("scheduleAt", { date: next, time })}
                    data-autofocus
                  />
                  <TimeField
                    label={t("campaigns.schedule.time")}
                    value={time}
                    onChange={(next) => form.edit("scheduleAt", { date, time: next })}
                  />
                </div>
                <Flex gap="xs" wrap="wrap">
                  {offered.map((preset) => (
                    <Button
                      key={preset.id}
                      size="xs"
                      onClick={() => form.edit("scheduleAt", splitWallTime(preset.wallTime))}
                    >
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
                    onChange={(next) => form.edit("zone", next)}
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
                onChange={({ currentTarget }) => form.edit("isSlow", currentTarget.checked)}
              />
              {isSlow ? (
                <NumberInput
                  label={t("campaigns.schedule.perHour")}
                  description={t("campaigns.schedule.perHourHelp")}
                  min={MIN_PER_HOUR}
                  max={MAX_PER_HOUR}
                  allowDecimal={false}
                  clampBehavior="none"
                  {...form.choice("perHour")}
                />
              ) : null}
            </Stack>
          )}
          <FormActions
            submitLabel={isLater ? laterLabel : t("campaigns.schedule.sendNow")}
            isBusy={isPending || !isSaved}
            onCancel={onClose}
          />
        </Stack>
      </form>
    </Dialog>
  );
}
