import { Text } from "@mantine/core";
import { useTranslation } from "@/lib/i18n/translation";

interface Props {
  readonly label: string;
  /** Sentences of the errors of a field; only the first is shown (ERR-173). */
  readonly messages: readonly string[];
}

/** The first error of a field that has no place under itself: "Field {label} {message}". */
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
