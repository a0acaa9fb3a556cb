import { useTranslation } from "@/lib/i18n/translation";
import { ConfirmDialog } from "@/ui/components/confirm-dialog";
import { FailureNotice } from "@/ui/components/failure-notice";
import { toast } from "@/ui/toasts";
import { type Domain, useDeleteDomain } from "../domains-data";

interface Props {
  readonly domain: Pick<Domain, "domainId" | "name">;
  readonly onDone?: () => void;
  readonly onClose: () => void;
}

export function DeleteDomainDialog({ domain, onDone, onClose }: Props) {
  const { t } = useTranslation();
  const remove = useDeleteDomain();
  return (
    <ConfirmDialog
      title={t("words.deleteName", { name: domain.name })}
      confirmLabel={t("senders.domains.delete")}
      isDangerous
      isBusy={remove.isPending}
      onCancel={onClose}
      onConfirm={() =>
        remove.mutate(domain.domainId, {
          onSuccess: () => {
            toast("success", t("terms.nameDeleted", { name: domain.name }));
            onClose();
            onDone?.();
          },
        })
      }
    >
      <p>{t("senders.domains.deleteHelp")}</p>
      <FailureNotice error={remove.error} />
    </ConfirmDialog>
  );
}
