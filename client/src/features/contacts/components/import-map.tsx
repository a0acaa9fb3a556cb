import { Button } from "@mantine/core";
import { useTranslation } from "react-i18next";
import { fileSize, integer } from "@/lib/filters";
import { Notice } from "@/ui/components/notice";
import type { CustomField } from "../fields-data";
import { EMAIL_TARGET, type Mapping } from "../import-machine";
import type { ContactImport } from "../imports-data";
import type { Label } from "../labels-data";
import { ImportColumns } from "./import-columns";
import { ImportFault } from "./import-fault";
import { ImportFigures } from "./import-figures";
import { LabelPicker } from "./label-picker";
import { LabelTags } from "./label-tags";
import classes from "./import-wizard.module.css";

interface Props {
  readonly prepared: ContactImport;
  readonly mapping: Mapping;
  readonly chosenLabels: ReadonlySet<number>;
  readonly labels: readonly Label[];
  readonly fields: readonly CustomField[];
  readonly failure: unknown;
  readonly isStarting: boolean;
  readonly canLabel: boolean;
  readonly onMap: (column: number, target: string | null) => void;
  readonly onLabels: (chosen: ReadonlySet<number>) => void;
  readonly onStart: () => void;
  readonly onOther: () => void;
}

/** Second step: what each column becomes, who gets which labels, and what the file would do. */
export function ImportMap(props: Props) {
  const { t } = useTranslation();
  const { prepared, mapping, chosenLabels, labels } = props;
  const { forecast } = prepared;
  const hasEmail = mapping.includes(EMAIL_TARGET);
  return (
    <>
      <ImportFault failure={props.failure} />
      <section className={classes.card}>
        <div className={classes.fileLine}>
          <strong>{prepared.file}</strong>
          <span>{t("contacts.rows", { total: integer(prepared.total) })}</span>
          <span>{fileSize(prepared.sizeBytes)}</span>
          <span>{prepared.encoding.toUpperCase()}</span>
        </div>
        <ImportFigures {...forecast} />
        <p className={classes.quiet}>
          {forecast.exact ? t("contacts.forecastExact") : t("contacts.forecastPartial")}
          {forecast.repeated > 0 ? ` ${t("contacts.forecastRepeated", { total: integer(forecast.repeated) })}` : ""}
        </p>
      </section>

      <section className={classes.tableCard} aria-labelledby="import-columns">
        <div className={classes.tableHead}>
          <h2 className={classes.cardTitle} id="import-columns">
            {t("contacts.columnsTitle")}
          </h2>
          <span className={classes.quiet}>{t("contacts.columnsHelp")}</span>
        </div>
        <ImportColumns {...prepared} mapping={mapping} fields={props.fields} onMap={props.onMap} />
      </section>

      <section className={classes.card} aria-labelledby="import-labels">
        <h2 className={classes.cardTitle} id="import-labels">
          {t("contacts.importLabels")}
        </h2>
        <div className={classes.fileLine}>
          <LabelTags labels={labels.filter(({ id }) => chosenLabels.has(id))} />
          <LabelPicker
            size="xs"
            label={t("contacts.chooseLabels")}
            chosen={chosenLabels}
            onChange={props.onLabels}
            canCreate={props.canLabel}
          />
        </div>
      </section>

      {hasEmail ? null : <Notice kind="bad">{t("contacts.mends.emailFieldNotFound")}</Notice>}
      <div className={classes.foot}>
        <Button variant="subtle" onClick={props.onOther} disabled={props.isStarting}>
          {t("contacts.chooseOther")}
        </Button>
        <Button
          variant="filled"
          loading={props.isStarting}
          aria-disabled={!hasEmail || undefined}
          onClick={() => {
            if (hasEmail) props.onStart();
          }}
        >
          {t("contacts.startImport", { total: integer(prepared.total) })}
        </Button>
      </div>
    </>
  );
}
