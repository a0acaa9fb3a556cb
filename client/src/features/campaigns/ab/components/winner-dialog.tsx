import { formatInteger } from "@/lib/filters";
import { useTranslation } from "@/lib/i18n/translation";
import { ConfirmDialog } from "@/ui/components/confirm-dialog";
import { FailureNotice } from "@/ui/components/failure-notice";
import { toast } from "@/ui/toasts";
import { type AbComparison, useSendWinner, type VariantMetrics } from "../ab-data";
import { getLetter } from "../rules";

interface Props {
  readonly id: string;
  readonly comparison: AbComparison;
  readonly variant: VariantMetrics;
  readonly onClose: () => void;
}

/** Confirms sending a variant to the remaining recipients, which cannot be undone. */
export function WinnerDialog({ id, comparison, variant, onClose }: Props) {
  const { t } = useTranslation();
  const send = useSendWinner(id);
  const letter = getLetter(variant.number);
  const total = formatInteger(comparison.restRecipients);
  return (
    <ConfirmDialog
      title={t("abTests.chooseTitle", { letter })}
      confirmLabel={t("abTests.chooseConfirm", { count: comparison.restRecipients, total })}
      isBusy={send.isPending}
      onCancel={onClose}
      onConfirm={() =>
        send.mutate(variant.variantId, {
          onSuccess: () => {
            toast("success", t("abTests.chosen", { letter }));
            onClose();
          },
        })
      }
    >
      <p>{t("abTests.chooseText", { count: comparison.restRecipients, total, letter })}</p>
      {comparison.leading !== variant.number && comparison.isClear ? (
        <p>{t("abTests.chooseWorse", { letter: getLetter(comparison.leading) })}</p>
      ) : null}
      {comparison.isClear ? null : <p>{t("abTests.chooseUnclear")}</p>}
      <FailureNotice error={send.error} />
    </ConfirmDialog>
  );
}
