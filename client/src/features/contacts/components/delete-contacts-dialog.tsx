import { useTranslation } from "react-i18next";
import { isFailure } from "@/lib/api/failure";
import { describeFailure } from "@/lib/describe-failure";
import { integer } from "@/lib/filters";
import { ConfirmDialog } from "@/ui/components/confirm-dialog";
import { Notice } from "@/ui/components/notice";
import { ProgressBar } from "@/ui/components/progress-bar";
import { toast } from "@/ui/toasts";
import { type ContactFilter, useDeleteContacts } from "../contacts-data";
import { useDeleteMatching } from "../use-delete-matching";

interface Props {
  /** Which contacts: by id, or all that match. */
  readonly target: { readonly ids: readonly number[] } | { readonly filter: ContactFilter };
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
  const some = useDeleteContacts();
  const all = useDeleteMatching();
  const words = `${integer(total)}${totalIsExact ? "" : "+"}`;
  const isBusy = some.isPending || all.isPending;
  const failure = some.error ?? all.error;

  function done(deleted: number): void {
    toast("success", t("contacts.deleted", { count: deleted, total: integer(deleted) }));
    onDone();
  }

  return (
    <ConfirmDialog
      title={name ? t("contacts.deleteOne", { name }) : t("contacts.deleteMany", { count: total, total: words })}
      confirmLabel={t("contacts.deleteConfirm", { count: total, total: words })}
      isDangerous
      isBusy={isBusy}
      onCancel={() => {
        all.stop();
        onClose();
      }}
      onConfirm={() => {
        if ("ids" in target) some.mutate(target.ids, { onSuccess: ({ count }) => done(count) });
        else all.mutate(target.filter, { onSuccess: done });
      }}
    >
      <p>{t("contacts.deleteHelp", { count: total })}</p>
      {all.isPending ? <ProgressBar label={t("contacts.deleting")} done={all.deleted} total={total} /> : null}
      {isFailure(failure) ? <Notice kind="bad">{describeFailure(failure, t)}</Notice> : null}
    </ConfirmDialog>
  );
}
