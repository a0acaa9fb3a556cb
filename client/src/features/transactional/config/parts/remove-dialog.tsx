import { isFailure } from "@/lib/api/failure";
import { describeFailure } from "@/lib/describe-failure";
import { useTranslation } from "@/lib/i18n/translation";
import { ConfirmDialog } from "@/ui/components/confirm-dialog";
import { Notice } from "@/ui/components/notice";

interface Props {
  readonly title: string;
  readonly confirmLabel: string;
  readonly help: string;
  readonly remove: { readonly isPending: boolean; readonly error: unknown };
  readonly onConfirm: () => void;
  readonly onClose: () => void;
}

/** Asks before something goes for good. */
export function RemoveDialog({ title, confirmLabel, help, remove, onConfirm, onClose }: Props) {
  const { t } = useTranslation();
  return (
    <ConfirmDialog
      title={title}
      confirmLabel={confirmLabel}
      isDangerous
      isBusy={remove.isPending}
      onCancel={onClose}
      onConfirm={onConfirm}
    >
      <p>{help}</p>
      {isFailure(remove.error) ? <Notice kind="bad">{describeFailure(remove.error, t)}</Notice> : null}
    </ConfirmDialog>
  );
}
