import { useTranslation } from "react-i18next";
import { isFailure } from "@/lib/api/failure";
import { describeFailure } from "@/lib/describe-failure";
import { integer } from "@/lib/filters";
import { ConfirmDialog } from "@/ui/components/confirm-dialog";
import { Notice } from "@/ui/components/notice";
import { toast } from "@/ui/toasts";
import { type Target, useDeleteContacts } from "../contacts-data";

interface Props {
  readonly target: Target;
  readonly total: number;
  readonly totalIsExact: boolean;
  /** Its name when it is a single one. */
  readonly name?: string | undefined;
  readonly onDone: () => void;
  readonly onClose: () => void;
}

/** Asks before contacts are deleted, with how many and what goes with them. */
export function DeleteContactsDialog({ target, total, totalIsExact, name, onDone, onClose }: Props) {
  const { t } = useTranslation();
  const remove = useDeleteContacts();
  const words = `${integer(total)}${totalIsExact ? "" : "+"}`;

  function confirm(): void {
    remove.mutate(target, {
      onSuccess: ({ count, queued }) => {
        if (queued) toast("success", t("contacts.deleteQueued", { total: words }));
        else toast("success", t("contacts.deleted", { count, total: integer(count) }));
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
      <p>{t("contacts.deleteHelp", { count: total })}</p>
      {isFailure(remove.error) ? <Notice kind="bad">{describeFailure(remove.error, t)}</Notice> : null}
    </ConfirmDialog>
  );
}
