import { useTranslation } from "react-i18next";
import classes from "./import-wizard.module.css";

interface Props {
  readonly isGiven: boolean;
  readonly onChange: (isGiven: boolean) => void;
}

/** Once in a team's life: the word that its contacts have agreed to hear from it (CONT-63). */
export function ImportConsent({ isGiven, onChange }: Props) {
  const { t } = useTranslation();
  return (
    <label className={classes.consent}>
      <input type="checkbox" checked={isGiven} onChange={(event) => onChange(event.currentTarget.checked)} />
      <span>
        {t("contacts.consent")}
        <small>{t("contacts.consentHelp")}</small>
      </span>
    </label>
  );
}
