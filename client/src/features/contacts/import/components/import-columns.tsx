import { Box, NativeSelect } from "@mantine/core";
import { lazy, Suspense, useState } from "react";
import { formatInteger } from "@/lib/filters";
import type { Translate } from "@/lib/i18n/translation";
import { useTranslation } from "@/lib/i18n/translation";
import { SmallTable } from "@/ui/table/small-table";
import { useFieldQuota } from "../../field-changes";
import { suggestField } from "../column-field";
import type { Mapping } from "../import-machine";
import { customTarget, type ImportTarget, isCustomTarget, targetName } from "../import-targets";
import type { PreparedImport } from "../imports-data";
import type { ImportPreview } from "../preview-data";
import classes from "./import-wizard.module.css";
import { ParsedCells } from "./parsed-cells";

const FieldDialog = lazy(async () => ({ default: (await import("../../components/field-dialog")).FieldDialog }));

interface Props {
  readonly columns: PreparedImport["columns"];
  readonly mapping: Mapping;
  readonly targets: readonly ImportTarget[];
  /** How the columns are parsed; undefined until loaded. */
  readonly preview: ImportPreview | undefined;
  /** Whether a custom field can be created from a column. */
  readonly canCreateField: boolean;
  readonly onMap: (column: number, target: string | null) => void;
}

const MAX_SAMPLES = 3;
/** Option to create a new target. */
const NEW_FIELD = "new";

/** The option for a new custom field, or the reason why the plan does not allow another one. */
function buildNewFieldOption(quota: ReturnType<typeof useFieldQuota>, t: Translate) {
  const isFull = quota?.left === 0;
  const label = isFull ? t("contacts.newFieldFull", { limit: formatInteger(quota.limit) }) : t("contacts.newField");
  return { value: NEW_FIELD, label, disabled: isFull };
}

/** Every column of the file, its target, and how its cells are parsed. */
export function ImportColumns({ columns, mapping, targets, preview, canCreateField, onMap }: Props) {
  const { t } = useTranslation();
  const quota = useFieldQuota();
  /** Index of the column that a custom field is being created for. */
  const [newFor, setNewFor] = useState<number>();
  const started = newFor === undefined ? undefined : columns[newFor];
  const own = targets.filter((target) => !isCustomTarget(target));
  const custom = targets.filter(isCustomTarget);
  const asOption = (target: ImportTarget) => ({ value: target.target, label: targetName(target, t) });
  const options = [
    { value: "", label: t("contacts.leaveOut") },
    { group: t("contacts.contact"), items: own.map(asOption) },
    ...(custom.length > 0 ? [{ group: t("contacts.customFields"), items: custom.map(asOption) }] : []),
    ...(canCreateField ? [buildNewFieldOption(quota, t)] : []),
  ];

  function choose(column: number, value: string): void {
    if (value === NEW_FIELD) setNewFor(column);
    else onMap(column, value || null);
  }

  return (
    <Box style={{ overflowX: "auto" }}>
      <SmallTable className={classes.columns}>
        <thead>
          <tr>
            <th scope="col">{t("contacts.columnInFile")}</th>
            <th scope="col">{t("contacts.becomes")}</th>
            <th scope="col">{t("contacts.readAs")}</th>
          </tr>
        </thead>
        <tbody>
          {columns.map(({ heading: name, cells }, column) => {
            const target = mapping[column];
            const samples = cells.filter(Boolean);
            return (
              // biome-ignore lint/suspicious/noArrayIndexKey: a column of a file has no identity but its place
              <tr key={column} data-out={target ? undefined : true}>
                <th scope="row" title={name}>
                  <bdi>{name}</bdi>
                </th>
                <td className={classes.becomes}>
                  <NativeSelect
                    size="sm"
                    aria-label={t("contacts.becomesOf", { column: name })}
                    value={target ?? ""}
                    data={options}
                    onChange={(event) => choose(column, event.currentTarget.value)}
                  />
                </td>
                {target ? (
                  <td className={classes.understood}>
                    <ParsedCells target={target} column={preview?.columns[column] ?? undefined} />
                  </td>
                ) : (
                  <td className={classes.samples} title={samples.join("\n")}>
                    {t("contacts.effectLeftOut")}
                    {samples.length > 0 ? <bdi>{samples.slice(0, MAX_SAMPLES).join(", ")}</bdi> : null}
                  </td>
                )}
              </tr>
            );
          })}
        </tbody>
      </SmallTable>
      {started && newFor !== undefined ? (
        <Suspense fallback={null}>
          <FieldDialog
            field={undefined}
            start={suggestField(started)}
            onCreated={({ id }) => onMap(newFor, customTarget(id))}
            onClose={() => setNewFor(undefined)}
          />
        </Suspense>
      ) : null}
    </Box>
  );
}
