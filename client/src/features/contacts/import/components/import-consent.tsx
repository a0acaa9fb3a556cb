import { Checkbox } from "@mantine/core";
import { useTranslation } from "@/lib/i18n/translation";

interface Props {
  readonly isGiven: boolean;
  readonly onChange: (isGiven: boolean) => void;
}

/** One-time confirmation that the team's contacts have consented to its email (CONT-63). */
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
