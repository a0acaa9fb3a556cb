import { Stack, Text, Textarea } from "@mantine/core";
import { formatInteger } from "@/lib/filters";
import { useTranslation } from "@/lib/i18n/translation";
import { Dialog } from "@/ui/components/dialog";
import { FailureNotice } from "@/ui/components/failure-notice";
import { FormActions } from "@/ui/components/form-actions";
import { toast } from "@/ui/toasts";
import { useForm } from "@/ui/use-form";
import { type ChangeTarget, useSetSubscriptions } from "../changes-data";

interface Props {
  readonly to: "subscribed" | "unsubscribed";
  readonly target: ChangeTarget;
  readonly count: string;
  readonly onDone: () => void;
  readonly onClose: () => void;
}

const MAX_TEXT_CHARACTERS = 1000;

/** Unsubscribes many contacts, or subscribes them on a team member's statement of consent. */
export function SubscriptionDialog({ to, target, count, onDone, onClose }: Props) {
  const { t } = useTranslation();
  const decide = useSetSubscriptions();
  const isSubscribing = to === "subscribed";
  const act = isSubscribing ? "subscribe" : "unsubscribe";

  const form = useForm({
    initial: { words: "" },
    validate: ({ words }) => (isSubscribing && words.trim() === "" ? { words: t("contactList.wordsMissing") } : {}),
    failure: decide.error,
    onValid: ({ values }) => {
      decide.mutate(
        { target, state: to, words: values.words },
        {
          onSuccess: ({ count: changed, queued }) => {
            const total = formatInteger(changed);
            const done = t("contactList.decided", { count: changed, total });
            toast("success", queued ? t("contactList.decideQueued", { total }) : done);
            onDone();
          },
        },
      );
    },
  });

  return (
    <Dialog title={t(`contactList.${act}Title`, { total: count })} onClose={onClose}>
      <form noValidate onSubmit={form.onSubmit}>
        <Stack gap="sm">
          <Text size="sm" c="var(--text2)">
            {t(`contactList.${act}Help`)}
          </Text>
          <FailureNotice error={form.failure} />
          {isSubscribing ? (
            <Textarea
              label={t("contactList.words")}
              description={t("contactList.wordsHelp")}
              size="md"
              rows={3}
              maxLength={MAX_TEXT_CHARACTERS}
              {...form.text("words")}
              data-autofocus
            />
          ) : null}
          <FormActions submitLabel={t(`contactList.${act}`)} isBusy={decide.isPending} onCancel={onClose} />
        </Stack>
      </form>
    </Dialog>
  );
}
