import { Box, Button, Flex, TextInput } from "@mantine/core";
import { useTranslation } from "@/lib/i18n/translation";
import { useForm } from "@/ui/use-form";
import { MAX_NAME_LENGTH, useRenameVersion, type Version } from "./versions-data";

interface Props {
  readonly documentId: string;
  readonly version: Version;
  readonly onClose: () => void;
}

/** A form that renames a version. */
export function RenameForm({ documentId, version, onClose }: Props) {
  const { t } = useTranslation();
  const rename = useRenameVersion(documentId, version.id);
  const form = useForm({
    initial: { name: version.name },
    validate: ({ name }) => (name.trim() === "" ? { name: t("terms.enterAName") } : {}),
    failure: rename.error,
    fieldOf: () => "name",
    onValid: ({ values }) => rename.mutate(values.name.trim(), { onSuccess: onClose }),
  });
  return (
    <Box component="form" flex={1} onSubmit={form.onSubmit} noValidate>
      <Flex gap="xs" align="start">
        <TextInput
          {...form.text("name")}
          size="sm"
          flex={1}
          aria-label={t("collab.versions.name")}
          maxLength={MAX_NAME_LENGTH}
          autoFocus
        />
        <Button onClick={onClose}>{t("ui.cancel")}</Button>
        <Button type="submit" variant="filled" loading={rename.isPending}>
          {t("terms.saveName")}
        </Button>
      </Flex>
    </Box>
  );
}
