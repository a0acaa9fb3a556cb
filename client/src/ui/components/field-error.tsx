import { Text } from "@mantine/core";
import { useTranslation } from "@/lib/i18n/translation";

interface Props {
  readonly label: string;
  /** Error messages of the field; only the first is shown (ERR-173). */
  readonly messages: readonly string[];
}

/** The first error of a field that cannot show it below itself: "Field {label} {message}". */
export function FieldError({ label, messages }: Props) {
  const { t } = useTranslation();
  const [message] = messages;
  if (!message) return null;
  return (
    <Text size="xs" mt={4} c="var(--bad)" role="alert">
      {t("ui.fieldError", { label, message })}
    </Text>
  );
}
