import { formatInteger } from "@/lib/filters";
import { useTranslation } from "@/lib/i18n/translation";
import { ConfirmDialog } from "@/ui/components/confirm-dialog";
import { FailureNotice } from "@/ui/components/failure-notice";
import { toastFailure } from "@/ui/toast-failure";
import { dismissToast, toast } from "@/ui/toasts";
import { type ChangeTarget, useDeleteContacts, useUndoDeletion } from "../changes-data";

/** Deletions of more contacts run in the background and cannot be undone. */
const MAX_UNDOABLE_CONTACTS = 1_000;

interface Props {
  readonly target: ChangeTarget;
  readonly total: number;
  readonly totalIsExact: boolean;
  /** The contact's name, for a single contact. */
  readonly name?: string | undefined;
  readonly onDone: () => void;
  readonly onClose: () => void;
}

/** Confirms the deletion of contacts with their number and its consequences, and offers to undo it afterwards. */
export function DeleteContactsDialog({ target, total, totalIsExact, name, onDone, onClose }: Props) {
  const { t } = useTranslation();
  const remove = useDeleteContacts();
  const undo = useUndoDeletion();
  const words = `${formatInteger(total)}${totalIsExact ? "" : "+"}`;
  const canUndo = totalIsExact && total <= MAX_UNDOABLE_CONTACTS;

  /** The dialog is already closed when this runs. */
  async function restore(deletionId: string): Promise<void> {
    try {
      const { count, skipped } = await undo.mutateAsync(deletionId);
      const restored = t("contacts.restored", { count, total: formatInteger(count) });
      const left = t("contacts.restoreSkipped", { count: skipped, total: formatInteger(skipped) });
      toast(skipped > 0 ? "info" : "success", skipped > 0 ? `${restored} ${left}` : restored);
    } catch (failure) {
      toastFailure(failure, t);
    }
  }

  function confirm(): void {
    remove.mutate(target, {
      onSuccess: ({ count, queued, undoId }) => {
        if (queued) toast("success", t("contacts.deleteQueued", { total: words }));
        else {
          const message = t("contacts.deleted", { count, total: formatInteger(count) });
          // An earlier toast with the same message would retain its own undo action.
          dismissToast(message);
          toast("success", message, {
            action: undoId ? { label: t("contacts.undo"), run: () => void restore(undoId) } : undefined,
          });
        }
        onDone();
      },
    });
  }

  return (
    <ConfirmDialog
      title={name ? t("contacts.deleteOne", { name }) : t("contacts.deleteMany", { count: total, total: words })}
      confirmLabel={t("contacts.deleteConfirm", { count: total, total: words })}
      isDangerous
      isBusy={remove.isPending}
      onCancel={onClose}
      onConfirm={confirm}
    >
      <p>
        {t("contacts.deleteHelp", { count: total })}{" "}
        {canUndo
          ? t("contacts.deleteUndoHelp")
          : t("contacts.deleteForGood", { total: formatInteger(MAX_UNDOABLE_CONTACTS) })}
      </p>
      <FailureNotice error={remove.error} />
    </ConfirmDialog>
  );
}
