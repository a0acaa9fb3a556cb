import { useTranslation } from "@/lib/i18n/translation";
import { ConfirmDialog } from "@/ui/components/confirm-dialog";
import { FailureNotice } from "@/ui/components/failure-notice";
import { toast } from "@/ui/toasts";
import type { Message, MessageRecipient, MessageRef } from "../shapes";
import { countCancellable, type MessageAction } from "./actions";
import { useCancel, useRelease, useResend, useSuppress } from "./message-data";

interface Props {
  readonly act: MessageAction;
  readonly message: Message;
  readonly recipients: readonly MessageRecipient[];
  readonly onClose: () => void;
  /** Called with the message that the resend created. */
  readonly onSent: (message: MessageRef) => void;
}

/** Confirms to resend, release or cancel a message, or to suppress an address. */
export function ActionDialog({ act, message, recipients, onClose, onSent }: Props) {
  const { t } = useTranslation();
  const resend = useResend(message.id);
  const release = useRelease(message.id);
  const cancel = useCancel(message.id);
  const suppress = useSuppress(message.id);
  const { kind } = act;
  const call = { resend, release, cancel, suppress }[kind];
  const one = kind === "suppress" || kind === "resend" ? act.of : undefined;
  const count = one ? 1 : kind === "resend" ? recipients.length : countCancellable(recipients);
  const email = one?.email ?? "";
  const questionKey = kind === "resend" && one ? "resendOne" : kind;

  function done(): void {
    toast("success", t(`transactional.acts.done.${kind}`, { count, email }));
    onClose();
  }

  function confirm(): void {
    if (kind === "suppress") suppress.mutate(act.of.position, { onSuccess: done });
    else if (kind === "release") release.mutate(undefined, { onSuccess: done });
    else if (kind === "cancel") cancel.mutate(undefined, { onSuccess: done });
    else {
      resend.mutate(one ? [one.position] : [], {
        onSuccess: (sent) => {
          done();
          onSent(sent);
        },
      });
    }
  }

  return (
    <ConfirmDialog
      title={t(`transactional.acts.ask.${questionKey}`, { count, email })}
      confirmLabel={t(`transactional.acts.confirm.${kind}`, { count })}
      cancelLabel={kind === "cancel" ? t("transactional.acts.keep") : undefined}
      isDangerous={kind === "cancel" || kind === "suppress"}
      isBusy={call.isPending}
      onConfirm={confirm}
      onCancel={onClose}
    >
      <p>{t(`transactional.acts.help.${kind}`, { count, email })}</p>
      <FailureNotice error={call.error} />
    </ConfirmDialog>
  );
}
