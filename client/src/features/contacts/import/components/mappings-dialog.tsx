import { ActionIcon, Box, Button, Flex, Group, Stack, Text, TextInput } from "@mantine/core";
import { IconCheck, IconPencil, IconTrash } from "@tabler/icons-react";
import { type SubmitEvent, useState } from "react";
import { formatPercentageOf } from "@/lib/decimals";
import { useTranslation } from "@/lib/i18n/translation";
import { Dialog } from "@/ui/components/dialog";
import { DividedList } from "@/ui/components/divided-list";
import { FailureNotice } from "@/ui/components/failure-notice";
import { LoadFailed } from "@/ui/components/load-failed";
import { RelativeTime } from "@/ui/components/relative-time";
import type { Mapping } from "../import-machine";
import { type SavedMapping, useDeleteMapping, useMappings, useRenameMapping, useSaveMapping } from "../mappings-data";

/** Maximum length on the server. */
const MAX_NAME_CHARACTERS = 80;

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
  const save = useSaveMapping();
  const rename = useRenameMapping();
  const remove = useDeleteMapping();
  const [name, setName] = useState("");
  const [renamed, setRenamed] = useState<number>();
  const retry = () => void refetch();
  const failure = save.error ?? rename.error ?? remove.error;

  function keep(event: SubmitEvent): void {
    event.preventDefault();
    if (!name.trim()) return;
    save.mutate(
      { body: { importId, name, mapping: [...mapping] } },
      // Text typed during the save remains.
      { onSuccess: () => setName((typed) => (typed === name ? "" : typed)) },
    );
  }

  return (
    <Dialog title={t("contacts.mappings.title")} onClose={onClose}>
      <Stack gap="sm">
        {error ? <LoadFailed failure={error} onRetry={retry} /> : null}
        <FailureNotice error={failure} />
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
                  <RenameForm
                    row={row}
                    isBusy={rename.isPending}
                    onRename={(next) =>
                      rename.mutate(
                        { params: { path: { mapping_id: row.mappingId } }, body: { name: next } },
                        { onSuccess: () => setRenamed(undefined) },
                      )
                    }
                  />
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
        <Flex component="form" gap="xs" align="end" onSubmit={keep}>
          <TextInput
            flex={1}
            label={t("contacts.mappings.saveAs")}
            size="md"
            maxLength={MAX_NAME_CHARACTERS}
            value={name}
            onChange={(event) => setName(event.currentTarget.value)}
          />
          <Button type="submit" size="md" loading={save.isPending} aria-disabled={!name.trim() || undefined}>
            {t("terms.save")}
          </Button>
        </Flex>
      </Stack>
    </Dialog>
  );
}

interface RenameFormProps {
  readonly row: SavedMapping;
  readonly isBusy: boolean;
  readonly onRename: (name: string) => void;
}

function RenameForm({ row, isBusy, onRename }: RenameFormProps) {
  const { t } = useTranslation();
  const [name, setName] = useState(row.name || row.file.replace(/\.[^.]*$/, ""));
  return (
    <Flex
      component="form"
      gap="xs"
      align="end"
      flex={1}
      onSubmit={(event) => {
        event.preventDefault();
        if (name.trim()) onRename(name);
      }}
    >
      <TextInput
        flex={1}
        aria-label={t("terms.newName")}
        size="sm"
        maxLength={MAX_NAME_CHARACTERS}
        value={name}
        data-autofocus
        onChange={(event) => setName(event.currentTarget.value)}
      />
      <ActionIcon type="submit" variant="subtle" loading={isBusy} aria-label={t("terms.saveName")}>
        <IconCheck size={16} stroke={1.7} aria-hidden="true" />
      </ActionIcon>
    </Flex>
  );
}
