import { useTranslation } from "@/lib/i18n/translation";
import { DateField } from "@/ui/dates/date-field";
import type { ActivityLeaf, DaysDraft } from "../tree";
import classes from "./builder.module.css";
import { CampaignChoice } from "./campaign-choice";
import { NumberBox } from "./number-box";

interface Props {
  readonly leaf: ActivityLeaf;
  readonly hasSubject: boolean;
  /** The part that is wrong. */
  readonly wrongPart: string | undefined;
  readonly describedBy: string | undefined;
  readonly onChange: (leaf: ActivityLeaf) => void;
}

const TIMES = ["atLeast", "atMost", "exactly", "never"] as const;
type TimesChoice = (typeof TIMES)[number];
const WINDOWS = ["ever", "lastDays", "between"] as const;

const BEGINNINGS: Readonly<Record<(typeof WINDOWS)[number], DaysDraft | null>> = {
  ever: null,
  lastDays: { kind: "lastDays", days: 30 },
  between: { kind: "between", first: "", last: "" },
};

/** How often, when, and of which campaign. */
export function ActivityValue({ leaf, hasSubject, wrongPart, describedBy, onChange }: Props) {
  const { t } = useTranslation();
  const { times, window } = leaf;
  const chosenTimes: TimesChoice = times.operator === "atMost" && times.count === 0 ? "never" : times.operator;

  function chooseTimes(choice: TimesChoice): void {
    if (choice === "never") onChange({ ...leaf, times: { operator: "atMost", count: 0 } });
    else onChange({ ...leaf, times: { operator: choice, count: times.count || 1 } });
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
        onChange={(day) => onChange({ ...leaf, window: { ...window, [end]: day } })}
      />
    );
  }

  return (
    <>
      <select
        className={classes.select}
        data-part="times"
        aria-label={t("segments.howOften")}
        value={chosenTimes}
        onChange={({ currentTarget }) => chooseTimes(currentTarget.value as TimesChoice)}
      >
        {TIMES.map((choice) => (
          <option key={choice} value={choice}>
            {t(`segments.times.${choice}`)}
          </option>
        ))}
      </select>
      {chosenTimes === "never" ? null : (
        <>
          <NumberBox
            label={t("segments.howManyTimes")}
            part="count"
            isWhole
            isWrong={wrongPart === "times"}
            describedBy={describedBy}
            value={times.count}
            onChange={(count) => onChange({ ...leaf, times: { ...times, count } })}
          />
          <span>{t("segments.timesWord", { count: times.count ?? 0 })}</span>
        </>
      )}
      <select
        className={classes.select}
        data-part="window"
        aria-label={t("terms.period")}
        value={window?.kind ?? "ever"}
        onChange={({ currentTarget }) =>
          onChange({ ...leaf, window: BEGINNINGS[currentTarget.value as (typeof WINDOWS)[number]] })
        }
      >
        {WINDOWS.map((choice) => (
          <option key={choice} value={choice}>
            {t(`segments.windows.${choice}`)}
          </option>
        ))}
      </select>
      {window?.kind === "lastDays" ? (
        <>
          <NumberBox
            label={t("segments.howManyDays")}
            part="days"
            isWhole
            isWrong={wrongPart === "window"}
            describedBy={describedBy}
            value={window.days}
            onChange={(days) => onChange({ ...leaf, window: { ...window, days } })}
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
        <CampaignChoice campaignId={leaf.subjectId} onChange={(subjectId) => onChange({ ...leaf, subjectId })} />
      ) : null}
    </>
  );
}
