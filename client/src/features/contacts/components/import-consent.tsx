import { useTranslation } from "@/lib/i18n/translation";
import { CheckBox } from "./check-box";
import classes from "./import-wizard.module.css";

interface Props {
  readonly isGiven: boolean;
  readonly onChange: (isGiven: boolean) => void;
}

/** Once in a team's life: the word that its contacts have agreed to hear from it (CONT-63). */
export function ImportConsent({ isGiven, onChange }: Props) {
  const { t } = useTranslation();
  return (
    <CheckBox line={classes.consent} isTicked={isGiven} onChange={onChange}>
      <span>
        {t("contacts.consent")}
        <small>{t("contacts.consentHelp")}</small>
      </span>
    </CheckBox>
  );
}
