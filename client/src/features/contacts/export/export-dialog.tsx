import { Box, Button, Checkbox, Fieldset, Group, Stack, Text } from "@mantine/core";
import { useState } from "react";
import { formatInteger } from "@/lib/filters";
import { type Translate, toTextKey, useTranslation } from "@/lib/i18n/translation";
import { Dialog } from "@/ui/components/dialog";
import { FailureNotice } from "@/ui/components/failure-notice";
import { FormActions } from "@/ui/components/form-actions";
import { LoadFailed } from "@/ui/components/load-failed";
import { Segmented } from "@/ui/components/segmented";
import { showExportNotice } from "@/ui/export-notice";
import type { ChangeTarget } from "../changes-data";
import { type ExportChoice, readInitialChoice, storeChoice, withColumn } from "./export-choice";
import { type ExportColumn, type ExportFormat, useExportColumns, useExportContacts } from "./export-data";
import classes from "./export-dialog.module.css";

interface Props {
  /** The contacts to export, by id or by filter. */
  readonly target: ChangeTarget;
  readonly count: string;
  readonly onDone: () => void;
  readonly onClose: () => void;
}

const FORMATS: readonly ExportFormat[] = ["csv", "xlsx"];

/** Label of a column; custom fields have the team's own name. */
function getColumnName({ name, title }: ExportColumn, t: Translate): string {
  if (name.startsWith("custom:")) return title;
  return t(name === "contactId" ? "contactExport.contactId" : toTextKey(`contacts.${name}`));
}

/** Requests an export of contacts with the chosen columns and format. */
export function ExportDialog({ target, count, onDone, onClose }: Props) {
  const { t } = useTranslation();
  const { data, error, refetch } = useExportColumns();
  const retry = () => void refetch();
  return (
    <Dialog title={t("contactExport.title", { total: count })} onClose={onClose}>
      {error ? <LoadFailed failure={error} onRetry={retry} /> : null}
      {data ? <ExportForm columns={data.items} target={target} onDone={onDone} onClose={onClose} /> : null}
      {!data && !error ? <Box mih={400} /> : null}
    </Dialog>
  );
}

interface ExportFormProps {
  readonly columns: readonly ExportColumn[];
  readonly target: ChangeTarget;
  readonly onDone: () => void;
  readonly onClose: () => void;
}

function ExportForm({ columns, target, onDone, onClose }: ExportFormProps) {
  const { t } = useTranslation();
  const columnNames = columns.map(({ name }) => name);
  const [choice, setChoice] = useState<ExportChoice>(() => readInitialChoice(columnNames));
  const ask = useExportContacts();
  const isIdle = choice.columns.length === 0;

  function run(): void {
    if (isIdle) return;
    storeChoice(choice);
    ask.mutate(
      { target, ...choice },
      {
        onSuccess: () => {
          showExportNotice();
          onDone();
        },
      },
    );
  }

  return (
    <>
      <Stack gap="md">
        <Group gap="sm" wrap="nowrap" justify="space-between">
          <Text span size="sm" fw={500} aria-hidden="true">
            {t("contactExport.format")}
          </Text>
          <Segmented
            label={t("contactExport.format")}
            value={choice.format}
            options={FORMATS.map((value) => ({ value, label: t(`contactExport.${value}`) }))}
            onChange={(format) => setChoice({ ...choice, format })}
          />
        </Group>
        <Fieldset
          variant="unstyled"
          legend={
            <Text span size="sm" fw={500}>
              {t("contactExport.columns")}
            </Text>
          }
        >
          <Group gap="xs" mb="xs">
            <Text size="sm" me="auto" c="var(--text2)">
              {t("contactExport.chosen", {
                chosen: formatInteger(choice.columns.length),
                total: formatInteger(columnNames.length),
              })}
            </Text>
            <Button variant="subtle" size="xs" onClick={() => setChoice({ ...choice, columns: columnNames })}>
              {t("contactExport.all")}
            </Button>
            <Button variant="subtle" size="xs" onClick={() => setChoice({ ...choice, columns: [] })}>
              {t("contactExport.none")}
            </Button>
          </Group>
          <div className={classes.grid}>
            {columns.map((column) => (
              <Checkbox
                key={column.name}
                label={<bdi className={classes.name}>{getColumnName(column, t)}</bdi>}
                checked={choice.columns.includes(column.name)}
                onChange={({ currentTarget: { checked } }) =>
                  setChoice({ ...choice, columns: withColumn(choice.columns, column.name, checked, columnNames) })
                }
              />
            ))}
          </div>
        </Fieldset>
        <Text size="sm" c="var(--text2)">
          {t(isIdle ? "contactExport.noColumn" : "contactExport.help")}
        </Text>
        <FailureNotice error={ask.error} />
      </Stack>
      <FormActions mt="lg">
        <Button onClick={onClose}>{t("ui.cancel")}</Button>
        <Button variant="filled" aria-disabled={isIdle || undefined} loading={ask.isPending} onClick={run}>
          {t("contactExport.confirm")}
        </Button>
      </FormActions>
    </>
  );
}
