import { ConfirmDialog } from "@/ui/components/confirm-dialog";
import { FailureNotice } from "@/ui/components/failure-notice";

interface Props {
  readonly title: string;
  readonly confirmLabel: string;
  readonly help: string;
  readonly remove: { readonly isPending: boolean; readonly error: unknown };
  readonly onConfirm: () => void;
  readonly onClose: () => void;
}

/** Confirms a permanent deletion. */
export function RemoveDialog({ title, confirmLabel, help, remove, onConfirm, onClose }: Props) {
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
      <FailureNotice error={remove.error} />
    </ConfirmDialog>
  );
}
