import { ActionIcon, Box, Button, Flex, Group, Stack, Text, TextInput } from "@mantine/core";
import { IconCheck, IconPencil, IconTrash } from "@tabler/icons-react";
import { useState } from "react";
import { formatPercentageOf } from "@/lib/decimals";
import { useTranslation } from "@/lib/i18n/translation";
import { Dialog } from "@/ui/components/dialog";
import { DividedList } from "@/ui/components/divided-list";
import { FailureNotice } from "@/ui/components/failure-notice";
import { LoadFailed } from "@/ui/components/load-failed";
import { RelativeTime } from "@/ui/components/relative-time";
import { useForm } from "@/ui/use-form";
import type { Mapping } from "../import-machine";
import { type SavedMapping, useDeleteMapping, useMappings, useRenameMapping, useSaveMapping } from "../mappings-data";

/** Maximum length on the server. */
const MAX_NAME_CHARACTERS = 80;
const NO_NAME = { name: "" };

interface Props {
  readonly importId: string;
  readonly mapping: Mapping;
  readonly onUse: (mapping: Mapping) => void;
  readonly onClose: () => void;
}

/** The team's saved mappings, to apply, name, rename and delete. */
export function MappingsDialog({ importId, mapping, onUse, onClose }: Props) {
  const { t } = useTranslation();
  const { data, error, refetch } = useMappings(importId);
  const remove = useDeleteMapping();
  const [renamed, setRenamed] = useState<number>();
  const retry = () => void refetch();

  return (
    <Dialog title={t("contacts.mappings.title")} onClose={onClose}>
      <Stack gap="sm">
        {error ? <LoadFailed failure={error} onRetry={retry} /> : null}
        <FailureNotice error={remove.error} />
        {data?.items.length === 0 ? (
          <Text size="sm" c="var(--text2)">
            {t("contacts.mappings.none")}
          </Text>
        ) : null}
        {data && data.items.length > 0 ? (
          <DividedList mah={320} bd="1px solid var(--line)" bdrs="md" style={{ overflowY: "auto" }}>
            {data.items.map((row) => (
              <Group component="li" key={row.mappingId} gap={4} wrap="nowrap" py="xs" ps="sm" pe="xs">
                {renamed === row.mappingId ? (
                  <RenameForm row={row} onDone={() => setRenamed(undefined)} />
                ) : (
                  <>
                    <Box flex={1} miw={0} lh="sm">
                      <Text component="bdi" display="block" size="sm" truncate fw={500}>
                        {row.name || t("contacts.mappings.of", { file: row.file })}
                      </Text>
                      <Text span size="xs" lh="sm" c="var(--text2)">
                        {row.isSame
                          ? t("contacts.mappings.same")
                          : t("contacts.mappings.alike", { share: formatPercentageOf(row.fit, 1) })}
                        {" · "}
                        <RelativeTime at={row.usedAt} />
                      </Text>
                    </Box>
                    <Button
                      size="xs"
                      aria-label={t("contacts.mappings.useOf", { name: row.name || row.file })}
                      onClick={() => {
                        onUse(row.mapping);
                        onClose();
                      }}
                    >
                      {t("contacts.mappings.use")}
                    </Button>
                    <ActionIcon
                      variant="subtle"
                      aria-label={t("words.renameName", { name: row.name || row.file })}
                      onClick={() => setRenamed(row.mappingId)}
                    >
                      <IconPencil size={16} stroke={1.7} aria-hidden="true" />
                    </ActionIcon>
                    <ActionIcon
                      variant="subtle"
                      aria-label={t("terms.deleteName", { name: row.name || row.file })}
                      loading={remove.isPending && remove.variables.params.path.mapping_id === row.mappingId}
                      onClick={() => remove.mutate({ params: { path: { mapping_id: row.mappingId } } })}
                    >
                      <IconTrash size={16} stroke={1.7} aria-hidden="true" />
                    </ActionIcon>
                  </>
                )}
              </Group>
            ))}
          </DividedList>
        ) : null}
        <SaveForm importId={importId} mapping={mapping} />
      </Stack>
    </Dialog>
  );
}

function SaveForm({ importId, mapping }: Pick<Props, "importId" | "mapping">) {
  const { t } = useTranslation();
  const save = useSaveMapping();
  const form = useForm({
    initial: NO_NAME,
    validate: ({ name }) => (name.trim() === "" ? { name: t("terms.enterAName") } : {}),
    failure: save.error,
    fieldOf: () => "name",
    onValid: ({ values }) =>
      save.mutate(
        { body: { importId, name: values.name, mapping: [...mapping] } },
        { onSuccess: () => form.markSaved(values, NO_NAME) },
      ),
  });
  return (
    <form onSubmit={form.onSubmit} noValidate>
      <TextInput
        label={t("contacts.mappings.saveAs")}
        size="md"
        maxLength={MAX_NAME_CHARACTERS}
        inputContainer={(input) => (
          <Flex gap="xs" align="center">
            {input}
            <Button type="submit" size="md" loading={save.isPending}>
              {t("terms.save")}
            </Button>
          </Flex>
        )}
        {...form.text("name")}
      />
    </form>
  );
}

interface RenameFormProps {
  readonly row: SavedMapping;
  readonly onDone: () => void;
}

function RenameForm({ row, onDone }: RenameFormProps) {
  const { t } = useTranslation();
  const rename = useRenameMapping();
  const form = useForm({
    initial: { name: row.name || row.file.replace(/\.[^.]*$/, "") },
    validate: ({ name }) => (name.trim() === "" ? { name: t("terms.enterAName") } : {}),
    failure: rename.error,
    fieldOf: () => "name",
    onValid: ({ values }) =>
      rename.mutate({ params: { path: { mapping_id: row.mappingId } }, body: values }, { onSuccess: onDone }),
  });
  return (
    <Box component="form" flex={1} onSubmit={form.onSubmit} noValidate>
      <TextInput
        flex={1}
        aria-label={t("terms.newName")}
        size="sm"
        maxLength={MAX_NAME_CHARACTERS}
        data-autofocus
        inputContainer={(input) => (
          <Flex gap="xs" align="center">
            {input}
            <ActionIcon type="submit" variant="subtle" loading={rename.isPending} aria-label={t("terms.saveName")}>
              <IconCheck size={16} stroke={1.7} aria-hidden="true" />
            </ActionIcon>
          </Flex>
        )}
        {...form.text("name")}
      />
    </Box>
  );
}
