import { Stack, Textarea } from "@mantine/core";
import { useTranslation } from "@/lib/i18n/translation";
import { Dialog } from "@/ui/components/dialog";
import { FailureNotice } from "@/ui/components/failure-notice";
import { FormActions } from "@/ui/components/form-actions";
import { toast } from "@/ui/toasts";
import { useForm } from "@/ui/use-form";
import { useSetSubscription } from "../person-data";

interface Props {
  readonly contactId: number;
  readonly onClose: () => void;
}

const MAX_TEXT_CHARACTERS = 1000;

/** Subscribes a contact on a team member's statement of consent. */
export function SubscribeDialog({ contactId, onClose }: Props) {
  const { t } = useTranslation();
  const decide = useSetSubscription(contactId);
  const form = useForm({
    initial: { words: "" },
    validate: ({ words }) => (words.trim() === "" ? { words: t("person.wordsMissing") } : {}),
    failure: decide.error,
    onValid: ({ values }) => {
      decide.mutate(
        { state: "subscribed", words: values.words },
        {
          onSuccess: () => {
            toast("success", t("person.subscribed"));
            onClose();
          },
        },
      );
    },
  });
  return (
    <Dialog title={t("person.subscribeTitle")} onClose={onClose}>
      <form noValidate onSubmit={form.onSubmit}>
        <Stack gap="sm">
          <FailureNotice error={form.failure} />
          <Textarea
            label={t("person.wordsLabel")}
            description={t("person.wordsHelp")}
            size="md"
            rows={3}
            maxLength={MAX_TEXT_CHARACTERS}
            {...form.text("words")}
            data-autofocus
          />
          <FormActions submitLabel={t("terms.subscribe")} isBusy={decide.isPending} onCancel={onClose} />
        </Stack>
      </form>
    </Dialog>
  );
}
