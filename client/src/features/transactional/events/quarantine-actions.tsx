import { IconBan, IconPlayerPlay } from "@tabler/icons-react";
import { useState } from "react";
import { formatInteger } from "@/lib/filters";
import { useTranslation } from "@/lib/i18n/translation";
import { ConfirmDialog } from "@/ui/components/confirm-dialog";
import { FailureNotice } from "@/ui/components/failure-notice";
import { SelectionAction } from "@/ui/table/selection-action";
import { SelectionBar } from "@/ui/table/selection-bar";
import { toast } from "@/ui/toasts";
import { type ActionResult, useCancelMessages, useReleaseMessages } from "../message/message-data";

interface Props {
  /** Ids of the selected messages, without duplicates. */
  readonly messageIds: readonly string[];
  readonly onClear: () => void;
}

/** Releases or cancels the selected messages. Reports those that are no longer held. */
export function QuarantineActions({ messageIds, onClear }: Props) {
  const { t } = useTranslation();
  const [openAction, setOpenAction] = useState<"release" | "cancel">();
  const release = useReleaseMessages();
  const cancel = useCancelMessages();
  const count = messageIds.length;

  function reportResult(kind: "release" | "cancel", acted: readonly ActionResult[]): void {
    const skippedCount = acted.filter(({ code }) => code !== null).length;
    const doneCount = acted.length - skippedCount;
    if (doneCount > 0)
      toast("success", t(`transactional.held.done.${kind}`, { count: doneCount, total: formatInteger(doneCount) }));
    if (skippedCount > 0)
      toast(
        "warning",
        t(`transactional.held.left.${kind}`, { count: skippedCount, total: formatInteger(skippedCount) }),
      );
    setOpenAction(undefined);
    onClear();
  }

  const call = openAction === "cancel" ? cancel : release;
  return (
    <>
      <SelectionBar count={count} onClear={onClear}>
        <SelectionAction
          icon={IconPlayerPlay}
          label={t("transactional.acts.release")}
          onClick={() => setOpenAction("release")}
        />
        <SelectionAction
          icon={IconBan}
          label={t("transactional.held.cancel")}
          onClick={() => setOpenAction("cancel")}
        />
      </SelectionBar>
      {openAction ? (
        <ConfirmDialog
          title={t(`transactional.held.ask.${openAction}`, { count, total: formatInteger(count) })}
          confirmLabel={t(`transactional.held.confirm.${openAction}`, { count, total: formatInteger(count) })}
          cancelLabel={openAction === "cancel" ? t("transactional.held.keep") : undefined}
          isDangerous={openAction === "cancel"}
          isBusy={call.isPending}
          onConfirm={() => call.mutate(messageIds, { onSuccess: (acted) => reportResult(openAction, acted) })}
          onCancel={() => setOpenAction(undefined)}
        >
          <p>{t(`transactional.held.help.${openAction}`)}</p>
          <FailureNotice error={call.error} />
        </ConfirmDialog>
      ) : null}
    </>
  );
}
