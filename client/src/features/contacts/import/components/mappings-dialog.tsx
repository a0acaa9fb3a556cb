import { ActionIcon, Button, Stack, Text, TextInput } from "@mantine/core";
import { IconCheck, IconPencil, IconTrash } from "@tabler/icons-react";
import { useState } from "react";
import { formatPercentageOf } from "@/lib/decimals";
import { useTranslation } from "@/lib/i18n/translation";
import { Dialog } from "@/ui/components/dialog";
import { FailureNotice } from "@/ui/components/failure-notice";
import { LoadFailed } from "@/ui/components/load-failed";
import { RelativeTime } from "@/ui/components/relative-time";
import { useForm } from "@/ui/use-form";
import type { Mapping } from "../import-machine";
import { type SavedMapping, useDeleteMapping, useMappings, useRenameMapping, useSaveMapping } from "../mappings-data";
import classes from "./mappings-dialog.module.css";

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
          <ul className={classes.rows}>
            {data.items.map((row) => (
              <li key={row.mappingId}>
                {renamed === row.mappingId ? (
                  <RenameForm row={row} onDone={() => setRenamed(undefined)} />
                ) : (
                  <>
                    <div className={classes.words}>
                      <bdi>{row.name || t("contacts.mappings.of", { file: row.file })}</bdi>
                      <span>
                        {row.isSame
                          ? t("contacts.mappings.same")
                          : t("contacts.mappings.alike", { share: formatPercentageOf(row.fit, 1) })}
                        {" · "}
                        <RelativeTime at={row.usedAt} />
                      </span>
                    </div>
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
              </li>
            ))}
          </ul>
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
          <div className={classes.field}>
            {input}
            <Button type="submit" size="md" loading={save.isPending}>
              {t("terms.save")}
            </Button>
          </div>
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
    <form className={classes.rename} onSubmit={form.onSubmit} noValidate>
      <TextInput
        aria-label={t("terms.newName")}
        size="sm"
        maxLength={MAX_NAME_CHARACTERS}
        data-autofocus
        inputContainer={(input) => (
          <div className={classes.field}>
            {input}
            <ActionIcon type="submit" variant="subtle" loading={rename.isPending} aria-label={t("terms.saveName")}>
              <IconCheck size={16} stroke={1.7} aria-hidden="true" />
            </ActionIcon>
          </div>
        )}
        {...form.text("name")}
      />
    </form>
  );
}
