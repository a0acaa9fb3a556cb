import { Box, Stack, TextInput } from "@mantine/core";
import { useTranslation } from "@/lib/i18n/translation";
import { Dialog } from "@/ui/components/dialog";
import { FormActions } from "@/ui/components/form-actions";
import { SwitchRow } from "@/ui/components/switch-row";
import { useForm } from "@/ui/use-form";
import { type Topic, useCreateTopic, useUpdateTopic } from "./subscribers-data";

const MAX_CHARACTERS = { name: 60, description: 200 } as const;
const NEW_TOPIC = { name: "", description: "", isDefault: true };

interface Props {
  /** The topic to edit; a new one when absent. */
  readonly topic: Topic | undefined;
  readonly onClose: () => void;
}

/** Edits a topic: its name, and whether contacts receive it by default. */
export function TopicDialog({ topic, onClose }: Props) {
  const { t } = useTranslation();
  const create = useCreateTopic();
  const update = useUpdateTopic();
  const saving = topic ? update : create;
  const form = useForm({
    initial: topic ? { name: topic.name, description: topic.description, isDefault: topic.isDefault } : NEW_TOPIC,
    validate: ({ name }) => (name.trim() === "" ? { name: t("subscribers.nameMissing") } : {}),
    failure: saving.error,
    fieldOf: () => "name",
    onValid: ({ values }) => {
      if (topic) update.mutate({ params: { path: { topic_id: topic.id } }, body: values }, { onSuccess: onClose });
      else create.mutate({ body: values }, { onSuccess: onClose });
    },
  });

  return (
    <Dialog
      title={topic ? t("subscribers.changeTopic", { name: topic.name }) : t("subscribers.addTopic")}
      onClose={onClose}
    >
      <form onSubmit={form.onSubmit} noValidate>
        <Stack gap="md">
          <TextInput
            {...form.text("name")}
            label={t("words.name")}
            description={t("subscribers.topicNameHelp")}
            maxLength={MAX_CHARACTERS.name}
            data-autofocus
          />
          <TextInput
            {...form.text("description")}
            label={t("terms.description")}
            description={t("subscribers.topicDescriptionHelp")}
            maxLength={MAX_CHARACTERS.description}
          />
          <Box bdrs="sm" bd="1px solid var(--line)">
            <SwitchRow
              label={t("subscribers.isDefault")}
              isOn={form.values.isDefault}
              onChange={(isDefault) => form.edit("isDefault", isDefault)}
            >
              {t("subscribers.isDefaultHelp")}
            </SwitchRow>
          </Box>
          <FormActions
            submitLabel={topic ? t("subscribers.saveTopic") : t("subscribers.addTopic")}
            isBusy={saving.isPending}
            onCancel={onClose}
          />
        </Stack>
      </form>
    </Dialog>
  );
}
