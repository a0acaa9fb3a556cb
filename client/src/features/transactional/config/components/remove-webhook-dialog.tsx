import { useTranslation } from "@/lib/i18n/translation";
import type { Webhook } from "../shapes";
import { useRemoveWebhook } from "../webhooks-data";
import { RemoveDialog } from "./remove-dialog";

interface Props {
  readonly webhook: Webhook;
  readonly onDone: () => void;
  readonly onClose: () => void;
}

export function RemoveWebhookDialog({ webhook, onDone, onClose }: Props) {
  const { t } = useTranslation();
  const remove = useRemoveWebhook();
  return (
    <RemoveDialog
      title={t("transactional.config.webhook.deleteTitle")}
      confirmLabel={t("words.delete")}
      help={t("transactional.config.webhook.deleteHelp", { url: webhook.url })}
      remove={remove}
      onConfirm={() => remove.mutate(webhook.id, { onSuccess: onDone })}
      onClose={onClose}
    />
  );
}
