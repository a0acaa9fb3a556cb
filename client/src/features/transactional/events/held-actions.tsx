import { IconBan, IconPlayerPlay } from "@tabler/icons-react";
import { useState } from "react";
import { integer } from "@/lib/filters";
import { useTranslation } from "@/lib/i18n/translation";
import { ConfirmDialog } from "@/ui/components/confirm-dialog";
import { FailureNotice } from "@/ui/components/failure-notice";
import { SelectionAction } from "@/ui/table/selection-action";
import { SelectionBar } from "@/ui/table/selection-bar";
import { toast } from "@/ui/toasts";
import { type ActionResult, useCancelEach, useReleaseEach } from "../message/message-data";

interface Props {
  /** Ids of the selected messages, without duplicates. */
  readonly messageIds: readonly string[];
  readonly onClear: () => void;
}

/** Releases or cancels the selected messages. Reports those that are no longer held. */
export function HeldActions({ messageIds, onClear }: Props) {
  const { t } = useTranslation();
  const [asked, setAsked] = useState<"release" | "cancel">();
  const release = useReleaseEach();
  const cancel = useCancelEach();
  const count = messageIds.length;

  function done(kind: "release" | "cancel", acted: readonly ActionResult[]): void {
    const left = acted.filter(({ code }) => code !== null).length;
    const made = acted.length - left;
    if (made > 0) toast("success", t(`transactional.held.done.${kind}`, { count: made, total: integer(made) }));
    if (left > 0) toast("warning", t(`transactional.held.left.${kind}`, { count: left, total: integer(left) }));
    setAsked(undefined);
    onClear();
  }

  const call = asked === "cancel" ? cancel : release;
  return (
    <>
      <SelectionBar count={count} onClear={onClear}>
        <SelectionAction
          icon={IconPlayerPlay}
          label={t("transactional.acts.release")}
          onClick={() => setAsked("release")}
        />
        <SelectionAction icon={IconBan} label={t("transactional.held.cancel")} onClick={() => setAsked("cancel")} />
      </SelectionBar>
      {asked ? (
        <ConfirmDialog
          title={t(`transactional.held.ask.${asked}`, { count, total: integer(count) })}
          confirmLabel={t(`transactional.held.confirm.${asked}`, { count, total: integer(count) })}
          cancelLabel={asked === "cancel" ? t("transactional.held.keep") : undefined}
          isDangerous={asked === "cancel"}
          isBusy={call.isPending}
          onConfirm={() => call.mutate(messageIds, { onSuccess: (acted) => done(asked, acted) })}
          onCancel={() => setAsked(undefined)}
        >
          <p>{t(`transactional.held.help.${asked}`)}</p>
          <FailureNotice error={call.error} />
        </ConfirmDialog>
      ) : null}
    </>
  );
}
