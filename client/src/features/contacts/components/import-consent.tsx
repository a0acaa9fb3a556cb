import { Checkbox } from "@mantine/core";
import { useTranslation } from "@/lib/i18n/translation";

interface Props {
  readonly isGiven: boolean;
  readonly onChange: (isGiven: boolean) => void;
}

/** Once in a team's life: the word that its contacts have agreed to hear from it (CONT-63). */
export function ImportConsent({ isGiven, onChange }: Props) {
  const { t } = useTranslation();
  return (
    <Checkbox
      label={t("contacts.consent")}
      description={t("contacts.consentHelp")}
      checked={isGiven}
      onChange={({ currentTarget }) => onChange(currentTarget.checked)}
    />
  );
}
