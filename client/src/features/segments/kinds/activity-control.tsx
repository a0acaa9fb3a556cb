import { NativeSelect } from "@mantine/core";
import { useTranslation } from "@/lib/i18n/translation";
import { DateField } from "@/ui/dates/date-field";
import classes from "../components/builder.module.css";
import { CampaignChoice } from "../components/campaign-choice";
import { NumberBox } from "../components/number-box";
import type { ActivityLeaf, ActivityWindowDraft } from "./activity";
import type { RuleControlProps } from "./kind";

const FREQUENCIES = ["atLeast", "atMost", "exactly", "never"] as const;
type FrequencyChoice = (typeof FREQUENCIES)[number];
const WINDOW_KINDS = ["ever", "lastDays", "between"] as const;

const DEFAULT_WINDOWS: Readonly<Record<(typeof WINDOW_KINDS)[number], ActivityWindowDraft | null>> = {
  ever: null,
  lastDays: { kind: "lastDays", days: 30 },
  between: { kind: "between", first: "", last: "" },
};

/** Frequency, period and campaign of an activity condition. */
export function ActivityControl({ leaf, known, wrongPart, describedBy, onChange }: RuleControlProps<ActivityLeaf>) {
  const { t } = useTranslation();
  const { times, window } = leaf;
  const hasSubject = known.grammar.activities.some(({ name, subject }) => name === leaf.activity && subject !== null);
  const chosenTimes: FrequencyChoice = times.operator === "atMost" && times.count === 0 ? "never" : times.operator;

  function set(next: ActivityLeaf): void {
    onChange(next, "activity");
  }
  function chooseTimes(choice: FrequencyChoice): void {
    if (choice === "never") set({ ...leaf, times: { operator: "atMost", count: 0 } });
    else set({ ...leaf, times: { operator: choice, count: times.count || 1 } });
  }
  function dayInput(label: string, end: "first" | "last") {
    if (window?.kind !== "between") return null;
    return (
      <DateField
        className={classes.day ?? ""}
        size="xs"
        data-part={end}
        aria-label={label}
        error={wrongPart === "window"}
        describedBy={describedBy}
        value={window[end]}
        onChange={(day) => set({ ...leaf, window: { ...window, [end]: day } })}
      />
    );
  }

  return (
    <>
      <NativeSelect
        size="xs"
        className={classes.select ?? ""}
        data-part="times"
        aria-label={t("segments.activity.howOften")}
        value={chosenTimes}
        onChange={({ currentTarget }) => chooseTimes(currentTarget.value as FrequencyChoice)}
      >
        {FREQUENCIES.map((choice) => (
          <option key={choice} value={choice}>
            {t(`segments.activity.times.${choice}`)}
          </option>
        ))}
      </NativeSelect>
      {chosenTimes === "never" ? null : (
        <>
          <NumberBox
            label={t("segments.activity.howManyTimes")}
            part="count"
            isWhole
            isWrong={wrongPart === "times"}
            describedBy={describedBy}
            value={times.count}
            onChange={(count) => set({ ...leaf, times: { ...times, count } })}
          />
          <span>{t("segments.activity.timesWord", { count: times.count ?? 0 })}</span>
        </>
      )}
      <NativeSelect
        size="xs"
        className={classes.select ?? ""}
        data-part="window"
        aria-label={t("terms.period")}
        value={window?.kind ?? "ever"}
        onChange={({ currentTarget }) =>
          set({ ...leaf, window: DEFAULT_WINDOWS[currentTarget.value as (typeof WINDOW_KINDS)[number]] })
        }
      >
        {WINDOW_KINDS.map((choice) => (
          <option key={choice} value={choice}>
            {t(`segments.activity.windows.${choice}`)}
          </option>
        ))}
      </NativeSelect>
      {window?.kind === "lastDays" ? (
        <>
          <NumberBox
            label={t("segments.howManyDays")}
            part="days"
            isWhole
            isWrong={wrongPart === "window"}
            describedBy={describedBy}
            value={window.days}
            onChange={(days) => set({ ...leaf, window: { ...window, days } })}
          />
          <span>{t("segments.days")}</span>
        </>
      ) : null}
      {window?.kind === "between" ? (
        <>
          {dayInput(t("terms.from"), "first")}
          <span>{t("segments.joint.all")}</span>
          {dayInput(t("terms.to"), "last")}
        </>
      ) : null}
      {hasSubject ? (
        <CampaignChoice campaignId={leaf.subjectId} onChange={(subjectId) => set({ ...leaf, subjectId })} />
      ) : null}
    </>
  );
}
