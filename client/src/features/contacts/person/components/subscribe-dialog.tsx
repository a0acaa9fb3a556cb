import { Button, Flex, Stack, Textarea } from "@mantine/core";
import { useTranslation } from "@/lib/i18n/translation";
import { FailureNotice } from "@/ui/components/failure-notice";
import { toast } from "@/ui/toasts";
import { useForm } from "@/ui/use-form";
import { Dialog } from "../../components/dialog";
import { useDecide } from "../person-data";

interface Props {
  readonly contactId: number;
  readonly onClose: () => void;
}

const WORDS_LENGTH = 1000;

/** Subscribes a contact for whose word somebody of the team stands. */
export function SubscribeDialog({ contactId, onClose }: Props) {
  const { t } = useTranslation();
  const decide = useDecide(contactId);
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
            maxLength={WORDS_LENGTH}
            {...form.text("words")}
            data-autofocus
          />
          <Flex gap="xs" justify="flex-end" wrap="wrap" mt="md">
            <Button variant="default" onClick={onClose}>
              {t("ui.cancel")}
            </Button>
            <Button type="submit" variant="filled" loading={decide.isPending}>
              {t("terms.subscribe")}
            </Button>
          </Flex>
        </Stack>
      </form>
    </Dialog>
  );
}
