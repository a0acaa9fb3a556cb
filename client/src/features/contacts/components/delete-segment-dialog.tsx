import { type Segment, useDeleteSegment } from "@/features/segments/public";
import { useTranslation } from "@/lib/i18n/translation";
import { ConfirmDialog } from "@/ui/components/confirm-dialog";
import { FailureNotice } from "@/ui/components/failure-notice";
import { toast } from "@/ui/toasts";

interface Props {
  readonly segment: Segment;
  readonly onClose: () => void;
}

/** Confirms the deletion of a segment and lists its remaining uses. */
export function DeleteSegmentDialog({ segment, onClose }: Props) {
  const { t } = useTranslation();
  const remove = useDeleteSegment();
  return (
    <ConfirmDialog
      title={t("segments.deleteTitle", { name: segment.name })}
      confirmLabel={t("segments.delete")}
      isDangerous
      isBusy={remove.isPending}
      onCancel={onClose}
      onConfirm={() =>
        remove.mutate(
          { params: { path: { segment_id: segment.id } } },
          {
            onSuccess: () => {
              toast("success", t("segments.deleted", { name: segment.name }));
              onClose();
            },
          },
        )
      }
    >
      <p>{t("segments.deleteHelp")}</p>
      <FailureNotice error={remove.error} />
    </ConfirmDialog>
  );
}
