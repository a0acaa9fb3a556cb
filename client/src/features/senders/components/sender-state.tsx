import { useTranslation } from "@/lib/i18n/translation";
import { StatusDot } from "@/ui/components/status-dot";

/** Whether a sender address is verified. */
export function SenderState({ isValidated }: { readonly isValidated: boolean }) {
  const { t } = useTranslation();
  return isValidated ? (
    <StatusDot kind="ok">{t("terms.verified")}</StatusDot>
  ) : (
    <StatusDot kind="warn">{t("senders.waiting")}</StatusDot>
  );
}
