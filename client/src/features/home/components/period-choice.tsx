import { IconCalendar } from "@tabler/icons-react";
import { useTranslation } from "react-i18next";
import { QuietSelect } from "@/ui/components/quiet-select";
import { PERIODS, type Period, today } from "../period";
import classes from "./period-choice.module.css";

interface Props {
  readonly period: Period;
  readonly onChange: (period: Period) => void;
}

/** The period of the figures: a preset, or two days up to today. */
export function PeriodChoice({ period, onChange }: Props) {
  const { t } = useTranslation();
  const last = today(Date.now());
  return (
    <div className={classes.choice}>
      {period.preset === "custom" ? (
        <>
          <input
            type="date"
            aria-label={t("home.from")}
            value={period.from}
            max={period.to ?? last}
            onChange={({ currentTarget: { value } }) => value && onChange({ ...period, from: value })}
          />
          <input
            type="date"
            aria-label={t("home.to")}
            value={period.to}
            min={period.from}
            max={last}
            onChange={({ currentTarget: { value } }) => value && onChange({ ...period, to: value })}
          />
        </>
      ) : null}
      <QuietSelect
        label={t("home.period")}
        icon={<IconCalendar size={16} stroke={1.7} aria-hidden="true" />}
        value={period.preset}
        options={PERIODS.map((value) => ({ value, label: t(`home.periods.${value}`) }))}
        onChange={(preset) => onChange({ preset, from: undefined, to: undefined })}
      />
    </div>
  );
}
