import { Button, Flex, TextInput } from "@mantine/core";
import { useTranslation } from "@/lib/i18n/translation";
import { useForm } from "@/ui/use-form";
import { MAX_NAME_LENGTH, useCreateVersion } from "./versions-data";

interface Props {
  readonly documentId: string;
  /** Whether all changes are on the server. Others would be missing in a version. */
  readonly isSaved: boolean;
  readonly onCreated: (id: string) => void;
}

const NO_NAME = { name: "" };

/** A form that names the current state. */
export function CreateForm({ documentId, isSaved, onCreated }: Props) {
  const { t } = useTranslation();
  const create = useCreateVersion(documentId);
  const form = useForm({
    initial: NO_NAME,
    validate: ({ name }) => (name.trim() === "" ? { name: t("terms.enterAName") } : {}),
    failure: create.error,
    fieldOf: () => "name",
    onValid: ({ values }) =>
      create.mutate(values.name.trim(), {
        onSuccess: ({ id }) => {
          form.markSaved(values, NO_NAME);
          onCreated(id);
        },
      }),
  });
  return (
    <form onSubmit={form.onSubmit} noValidate>
      <Flex gap="xs" align="start">
        <TextInput
          {...form.text("name")}
          size="sm"
          flex={1}
          aria-label={t("collab.versions.name")}
          placeholder={t("collab.versions.name")}
          maxLength={MAX_NAME_LENGTH}
        />
        <Button type="submit" disabled={!isSaved} loading={create.isPending}>
          {t("collab.versions.keep")}
        </Button>
      </Flex>
    </form>
  );
}
