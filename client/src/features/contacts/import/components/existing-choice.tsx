import { useId } from "react";
import { useTranslation } from "@/lib/i18n/translation";
import { EXISTING, type Existing } from "../../import-machine";
import classes from "./existing-choice.module.css";

interface Props {
  readonly value: Existing;
  readonly onChange: (value: Existing) => void;
}

/** What happens with contacts that are in the book already. */
export function ExistingChoice({ value, onChange }: Props) {
  const { t } = useTranslation();
  const name = useId();
  return (
    <fieldset className={classes.choices}>
      <legend>{t("contacts.existing.title")}</legend>
      {EXISTING.map((option) => (
        <label key={option}>
          <input
            type="radio"
            name={name}
            value={option}
            checked={option === value}
            aria-labelledby={`${name}-${option}`}
            aria-describedby={`${name}-${option}-help`}
            onChange={() => onChange(option)}
          />
          <span>
            <span id={`${name}-${option}`}>{t(`contacts.existing.${option}`)}</span>
            <small id={`${name}-${option}-help`}>{t(`contacts.existing.${option}Help`)}</small>
          </span>
        </label>
      ))}
    </fieldset>
  );
}
