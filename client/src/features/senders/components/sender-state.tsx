import { useTranslation } from "@/lib/i18n/translation";
import { StatusDot } from "@/ui/components/status-dot";

/** Whether mail may leave from a sender: a dot and a word. */
export function SenderState({ isValidated }: { readonly isValidated: boolean }) {
  const { t } = useTranslation();
  return isValidated ? (
    <StatusDot kind="ok">{t("terms.verified")}</StatusDot>
  ) : (
    <StatusDot kind="warn">{t("senders.waiting")}</StatusDot>
  );
}
