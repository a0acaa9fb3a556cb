import { NativeSelect } from "@mantine/core";
import { useTranslation } from "react-i18next";
import type { ImportPreview } from "../import/preview-data";
import type { Mapping } from "../import-machine";
import { isCustom, type Target, targetName } from "../import-targets";
import type { PreparedImport } from "../imports-data";
import { ImportUnderstood } from "./import-understood";
import classes from "./import-wizard.module.css";

interface Props {
  readonly columns: PreparedImport["columns"];
  readonly mapping: Mapping;
  readonly targets: readonly Target[];
  /** How the columns are understood; undefined until it is told. */
  readonly preview: ImportPreview | undefined;
  readonly onMap: (column: number, target: string | null) => void;
}

const SAMPLES = 3;

/** Every column of the file: what it becomes, and how its cells are understood. */
export function ImportColumns({ columns, mapping, targets, preview, onMap }: Props) {
  const { t } = useTranslation();
  const own = targets.filter((target) => !isCustom(target));
  const custom = targets.filter(isCustom);
  const asOption = (target: Target) => ({ value: target.target, label: targetName(target, t) });
  const options = [
    { value: "", label: t("contacts.leaveOut") },
    { group: t("contacts.contact"), items: own.map(asOption) },
    ...(custom.length > 0 ? [{ group: t("contacts.customFields"), items: custom.map(asOption) }] : []),
  ];

  return (
    <div className={classes.scroll}>
      <table className={classes.columns}>
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
                    onChange={(event) => onMap(column, event.currentTarget.value || null)}
                  />
                </td>
                {target ? (
                  <td className={classes.understood}>
                    <ImportUnderstood target={target} column={preview?.columns[column] ?? undefined} />
                  </td>
                ) : (
                  <td className={classes.samples} title={samples.join("\n")}>
                    {t("contacts.effectLeftOut")}
                    {samples.length > 0 ? <bdi>{samples.slice(0, SAMPLES).join(", ")}</bdi> : null}
                  </td>
                )}
              </tr>
            );
          })}
        </tbody>
      </table>
    </div>
  );
}
