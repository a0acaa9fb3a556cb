import { NativeSelect, Stack, Textarea, TextInput } from "@mantine/core";
import { useDebouncedValue } from "@mantine/hooks";
import { formatInteger } from "@/lib/filters";
import type { Translate } from "@/lib/i18n/translation";
import { useTranslation } from "@/lib/i18n/translation";
import { Dialog } from "@/ui/components/dialog";
import { FailureNotice } from "@/ui/components/failure-notice";
import { FormActions } from "@/ui/components/form-actions";
import { useForm } from "@/ui/use-form";
import {
  FIELD_TYPES,
  type FieldCheck as FieldCheckResult,
  hasChoices,
  MAX_FIELD_NAME_CHARACTERS,
  useChangeField,
  useCreateField,
  useFieldCheck,
} from "../field-changes";
import type { CustomField, FieldStart, FieldType } from "../fields-data";
import { FieldCheck } from "./field-check";
import { UsualFields } from "./usual-fields";

interface Props {
  /** The field to edit; a new one when absent. Its merge tag does not change. */
  readonly field: CustomField | undefined;
  /** Initial values of a new field; without them, typical fields are suggested. */
  readonly start?: FieldStart | undefined;
  /** Called with a new field when it is created, before the dialog closes. */
  readonly onCreated?: (field: CustomField) => void;
  readonly onClose: () => void;
}

const PAUSE_MS = 400;
const EMPTY: FieldStart = { name: "", type: "text" };

function parseChoices(text: string): string[] {
  return [...new Set(text.split("\n").map((line) => line.trim()))].filter(Boolean);
}

/** Whether stored values might have to change: another type, or a removed choice. */
function canLoseValues(field: CustomField, type: FieldType, values: readonly string[]): boolean {
  return type !== field.type || field.values.some((choice) => !values.includes(choice));
}

function getSaveLabel(field: CustomField | undefined, check: FieldCheckResult | undefined, t: Translate): string {
  if (!field) return t("contactFields.createSave");
  if (check && check.lost > 0)
    return t("contactFields.retypeLose", { count: check.lost, total: formatInteger(check.lost) });
  return t(check && check.converted > 0 ? "contactFields.retypeSave" : "contactFields.save");
}

function isWithoutChoices(type: FieldType, text: string): boolean {
  return hasChoices(type) && parseChoices(text).length === 0;
}

export function FieldDialog({ field, start, onCreated, onClose }: Props) {
  const { t } = useTranslation();
  const base = { ...(field ?? start ?? EMPTY), choices: field?.values.join("\n") ?? "" };
  const create = useCreateField();
  const change = useChangeField();
  const form = useForm({
    draftKey: field ? `field:${field.id}` : `field:new:${base.name}`,
    initial: { name: base.name, type: base.type, values: base.choices },
    validate: (typed) => ({
      ...(typed.name.trim() === "" ? { name: t("contactFields.nameMissing") } : {}),
      ...(isWithoutChoices(typed.type, typed.values) ? { values: t("contactFields.choicesMissing") } : {}),
    }),
    failure: create.error ?? change.error,
    onValid: () => {
      if (!isHeldBack) save();
    },
  });
  const { name, type } = form.values;
  const values = hasChoices(type) ? parseChoices(form.values.values) : [];
  const choicesMissing = isWithoutChoices(type, form.values.values);
  const isBusy = Boolean(field?.becoming);
  const isLossy = field !== undefined && canLoseValues(field, type, values);
  // Requested after a pause in typing; as a string, which is equal between renders.
  const valuesText = values.join("\n");
  const [rested] = useDebouncedValue(valuesText, PAUSE_MS);
  const isAsked = rested === valuesText;
  const checking = useFieldCheck(field, { type, values }, isLossy && isAsked && !choicesMissing);
  const check = isAsked && isLossy && !checking.isFetching ? checking.data : undefined;
  const isHeldBack = isLossy && !choicesMissing && (!check || check.uses.length > 0);

  function save(): void {
    if (field) {
      const body = { name, values, ...(type === field.type ? {} : { type }) };
      change.mutate({ params: { path: { field_id: field.id } }, body }, { onSuccess: onClose });
      return;
    }
    create.mutate(
      { body: { name, type, values } },
      {
        onSuccess: (created) => {
          onCreated?.(created);
          onClose();
        },
      },
    );
  }

  return (
    <Dialog title={field ? t("contactFields.change") : t("contactFields.create")} onClose={onClose}>
      <form onSubmit={form.onSubmit} noValidate>
        <Stack gap="sm">
          <FailureNotice error={form.failure} />
          <TextInput
            {...form.text("name")}
            label={t("words.name")}
            size="md"
            maxLength={MAX_FIELD_NAME_CHARACTERS}
            data-autofocus
          />
          {field || start ? null : (
            <UsualFields
              onChoose={(usual) => {
                form.edit("name", usual.name);
                form.edit("type", usual.type);
              }}
            />
          )}
          <NativeSelect
            label={t("terms.type")}
            inputWrapperOrder={["label", "input", "description", "error"]}
            size="md"
            value={type}
            disabled={isBusy}
            description={field ? t(isBusy ? "contactFields.busy" : "contactFields.typeHelp") : undefined}
            data={FIELD_TYPES.map((value) => ({ value, label: t(`contactFields.type.${value}`) }))}
            onChange={(event) =>
              form.edit("type", FIELD_TYPES.find((one) => one === event.currentTarget.value) ?? "text")
            }
          />
          {hasChoices(type) ? (
            <Textarea
              {...form.text("values")}
              label={t("contactFields.choices")}
              description={t("contactFields.choicesHelp")}
              size="md"
              rows={5}
              disabled={isBusy}
            />
          ) : null}
          {field && isLossy && !choicesMissing ? (
            <FieldCheck
              check={check}
              hasFailed={checking.isError && !checking.isFetching}
              onRetry={() => void checking.refetch()}
              from={field.type}
              to={type}
            />
          ) : null}
          <FormActions
            submitLabel={getSaveLabel(field, check, t)}
            isDangerous={check !== undefined && check.lost > 0}
            isBusy={create.isPending || change.isPending}
            isDisabled={isHeldBack}
            onCancel={onClose}
          />
        </Stack>
      </form>
    </Dialog>
  );
}
