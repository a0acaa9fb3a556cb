import { Box, Button, Checkbox, Flex, Group, NativeSelect, Stack, Text } from "@mantine/core";
import { formatFileSize, formatInteger } from "@/lib/filters";
import { useTranslation } from "@/lib/i18n/translation";
import { LoadFailed } from "@/ui/components/load-failed";
import { Notice } from "@/ui/components/notice";
import { Panel } from "@/ui/components/panel";
import { LabelPicker } from "../../components/label-picker";
import { LabelTags } from "../../components/label-tags";
import type { Label } from "../../labels-data";
import { encodingName } from "../import-encodings";
import {
  type AddressRisk,
  DATE_ORDERS,
  type DateOrder,
  DECIMAL_MARKS,
  type DecimalMark,
  EMAIL_TARGET,
  type ExistingContactPolicy,
  type InvalidValuePolicy,
  type Mapping,
} from "../import-machine";
import type { ImportTarget } from "../import-targets";
import type { PreparedImport } from "../imports-data";
import { useImportAssessment, useImportPreview } from "../preview-data";
import { ExistingPolicyChoice } from "./existing-policy-choice";
import { ImportAssessment } from "./import-assessment";
import { ImportColumns } from "./import-columns";
import { ImportConsent } from "./import-consent";
import { countEmptied, ImportDryRun } from "./import-dry-run";
import { ImportIssue } from "./import-issue";
import { SuggestedMapping } from "./suggested-mapping";

interface Props {
  readonly prepared: PreparedImport;
  readonly mapping: Mapping;
  readonly dateOrder: DateOrder | undefined;
  readonly decimalMark: DecimalMark | undefined;
  readonly targets: readonly ImportTarget[];
  readonly chosenLabels: readonly number[];
  readonly labels: readonly Label[];
  readonly failure: unknown;
  readonly isStarting: boolean;
  readonly canLabel: boolean;
  readonly canCreateField: boolean;
  readonly hasConsent: boolean;
  readonly onConsent: (isGiven: boolean) => void;
  readonly existing: ExistingContactPolicy;
  readonly onExisting: (existing: ExistingContactPolicy) => void;
  readonly wrongValues: InvalidValuePolicy;
  readonly onWrongValues: (wrongValues: InvalidValuePolicy) => void;
  readonly leaveOut: readonly AddressRisk[];
  readonly onLeaveOut: (leaveOut: readonly AddressRisk[]) => void;
  readonly confirms: boolean;
  readonly onConfirms: (confirms: boolean) => void;
  readonly onMapAll: (mapping: Mapping) => void;
  readonly onMap: (column: number, target: string | null) => void;
  /** Selects another sheet of the workbook, by its index. */
  readonly onSheet: (sheet: number) => void;
  readonly isReading: boolean;
  readonly onDateOrder: (order: DateOrder) => void;
  readonly onDecimalMark: (mark: DecimalMark | undefined) => void;
  readonly onLabels: (chosen: readonly number[]) => void;
  readonly onStart: () => void;
  readonly onOther: () => void;
}

/** Second step: the target of each column, the labels of the contacts, and the dry run. */
export function MappingStep(props: Props) {
  const { t } = useTranslation();
  const { prepared, mapping, labels, hasConsent } = props;
  const {
    data: preview,
    isPlaceholderData,
    isError: hasNoPreview,
  } = useImportPreview(prepared.importId, mapping, props.dateOrder, props.decimalMark, props.wrongValues);
  const assessment = useImportAssessment(prepared, mapping);
  // All numbers on the page belong to the dry run of the current mapping.
  const dryRun = isPlaceholderData ? undefined : preview?.forecast;
  const { rows = 0, bad = 0, exact = true } = dryRun ?? {};
  const emptied = countEmptied(props.existing, dryRun);
  const chosen = new Set(props.chosenLabels);
  const hasEmail = mapping.includes(EMAIL_TARGET);
  const importedRows = dryRun && exact ? rows - bad : undefined;
  // A mapping that matches no row cannot start, so the button waits for the dry run.
  const isCounted = dryRun !== undefined || hasNoPreview;
  const canStart = hasEmail && hasConsent && isCounted && importedRows !== 0;
  return (
    <>
      <ImportIssue failure={props.failure} />
      <Panel component="section" gap="sm" p="md">
        <Group gap="4px 16px" fz="sm" c="var(--text2)">
          <Box component="strong" fw={500} c="var(--text)" style={{ overflowWrap: "anywhere" }}>
            {prepared.file}
          </Box>
          <span>{t("contacts.rows", { total: formatInteger(prepared.total) })}</span>
          <span>{formatFileSize(prepared.sizeBytes)}</span>
          <span>{encodingName(prepared, t)}</span>
        </Group>
        {prepared.sheets.length > 1 ? (
          <NativeSelect
            maw={260}
            size="sm"
            label={t("contacts.sheet")}
            disabled={props.isReading}
            value={prepared.sheet ?? 0}
            data={prepared.sheets.map((label, sheet) => ({ value: String(sheet), label }))}
            onChange={(event) => props.onSheet(Number(event.currentTarget.value))}
          />
        ) : null}
        <ImportDryRun forecast={dryRun} total={prepared.total} existing={props.existing} />
        {assessment.isLooking ? (
          <Text size="sm" c="var(--text2)" role="status">
            {t("contacts.verdict.looking")}
          </Text>
        ) : null}
        {assessment.failure ? <LoadFailed failure={assessment.failure} onRetry={assessment.retry} /> : null}
      </Panel>

      {assessment.verdict ? (
        <ImportAssessment verdict={assessment.verdict} leaveOut={props.leaveOut} onLeaveOut={props.onLeaveOut} />
      ) : null}

      <Box
        component="section"
        bdrs="lg"
        bd="1px solid var(--line)"
        bg="var(--surface)"
        style={{ overflow: "hidden" }}
        aria-labelledby="import-columns"
      >
        <Flex gap="4px 16px" align="baseline" wrap="wrap" py="sm" px="md">
          <Text component="h2" size="sm" fw={600} id="import-columns">
            {t("contacts.columnsTitle")}
          </Text>
          <Text span size="sm" c="var(--text2)">
            {t("contacts.columnsHelp")}
          </Text>
          <SuggestedMapping prepared={prepared} mapping={mapping} onUse={props.onMapAll} />
        </Flex>
        <ImportColumns
          columns={prepared.columns}
          mapping={mapping}
          targets={props.targets}
          preview={preview}
          canCreateField={props.canCreateField}
          onMap={props.onMap}
        />
        {dryRun ? (
          <Text
            size="sm"
            py="sm"
            px="md"
            c="var(--text2)"
            style={{ borderBlockStart: "1px solid var(--line)" }}
            role="status"
          >
            {bad > 0
              ? t("contacts.previewBad", { count: bad, bad: formatInteger(bad), rows: formatInteger(rows) })
              : emptied > 0
                ? null
                : t("contacts.previewGood", { count: rows, rows: formatInteger(rows) })}
            {emptied > 0
              ? ` ${t("contacts.previewEmptied", { count: emptied, total: formatInteger(emptied), rows: formatInteger(rows) })}`
              : null}
            {exact ? "" : ` ${t("contacts.previewPartial")}`}
          </Text>
        ) : null}
        {hasEmail ? null : (
          <Text
            component="div"
            size="sm"
            py="sm"
            px="md"
            c="var(--text2)"
            style={{ borderBlockStart: "1px solid var(--line)" }}
          >
            <Notice kind="bad">{t("contacts.mends.emailFieldNotFound")}</Notice>
          </Text>
        )}
      </Box>

      <Panel component="section" gap="sm" p="md" aria-label={t("contacts.importChoices")}>
        <ExistingPolicyChoice value={props.existing} onChange={props.onExisting} />
        <Checkbox
          label={t("contacts.wrongValues.choose")}
          description={t("contacts.wrongValues.help")}
          checked={props.wrongValues === "leaveEmpty"}
          onChange={({ currentTarget: { checked } }) => props.onWrongValues(checked ? "leaveEmpty" : "setAside")}
        />
        <Stack gap="xs">
          <Text span size="sm" fw={600}>
            {t("contacts.importLabels")}
          </Text>
          <Group gap="4px 16px" fz="sm" c="var(--text2)">
            <LabelTags labels={labels.filter(({ id }) => chosen.has(id))} />
            <LabelPicker
              label={t("contacts.chooseLabels")}
              chosen={chosen}
              onChange={(next) => props.onLabels([...next])}
              canCreate={props.canLabel}
            />
          </Group>
        </Stack>
        <NativeSelect
          maw={260}
          size="sm"
          label={t("contacts.dateOrder")}
          value={props.dateOrder ?? DATE_ORDERS[0]}
          data={DATE_ORDERS.map((value) => ({ value, label: t(`contacts.dateOrders.${value}`) }))}
          onChange={(event) => {
            const order = DATE_ORDERS.find((known) => known === event.currentTarget.value);
            if (order) props.onDateOrder(order);
          }}
        />
        <NativeSelect
          maw={260}
          size="sm"
          label={t("contacts.decimalMark")}
          value={props.decimalMark ?? ""}
          data={[
            { value: "", label: t("contacts.decimalMarks.byColumn") },
            ...DECIMAL_MARKS.map((value) => ({
              value,
              label: t(`contacts.decimalMarks.${value === "," ? "comma" : "point"}`),
            })),
          ]}
          onChange={(event) => props.onDecimalMark(DECIMAL_MARKS.find((known) => known === event.currentTarget.value))}
        />
        <Checkbox
          label={t("contacts.confirmation.choose")}
          description={t("contacts.confirmation.chooseHelp")}
          checked={props.confirms}
          onChange={({ currentTarget }) => props.onConfirms(currentTarget.checked)}
        />
      </Panel>

      {prepared.consentNeeded ? <ImportConsent isGiven={hasConsent} onChange={props.onConsent} /> : null}
      <Group gap="xs" justify="space-between">
        <Button variant="subtle" onClick={props.onOther} disabled={props.isStarting}>
          {t("contacts.chooseOther")}
        </Button>
        <Button
          variant="filled"
          loading={props.isStarting}
          aria-disabled={!canStart || undefined}
          title={
            importedRows === 0 ? t("contacts.nothingToImport") : hasConsent ? undefined : t("contacts.consentFirst")
          }
          onClick={() => {
            if (canStart) props.onStart();
          }}
        >
          {t("contacts.startImport", {
            count: importedRows ?? prepared.total,
            total: formatInteger(importedRows ?? prepared.total),
          })}
        </Button>
      </Group>
    </>
  );
}
