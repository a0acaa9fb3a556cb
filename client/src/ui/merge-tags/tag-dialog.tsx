import { NativeSelect, Stack, TextInput } from "@mantine/core";
import { toTextKey, useTranslation } from "@/lib/i18n/translation";
import type { MergeField } from "@/lib/merge-tags/fields";
import {
  COMPARISONS,
  type Comparison,
  FORMATS,
  type Format,
  writeCondition,
  writeField,
  writeRepeat,
} from "@/lib/merge-tags/tag-writer";
import { Dialog } from "@/ui/components/dialog";
import { FormActions } from "@/ui/components/form-actions";
import { Segmented } from "@/ui/components/segmented";
import { useForm } from "@/ui/use-form";
import classes from "./tag-dialog.module.css";

const TAG_KINDS = ["field", "condition", "repeat"] as const;

interface TagValues {
  readonly kind: (typeof TAG_KINDS)[number];
  /** The field; the first one if it is empty. */
  readonly tag: string;
  readonly fallback: string;
  readonly format: Format;
  readonly comparison: Comparison;
  readonly value: string;
  readonly holds: string;
  readonly otherwise: string;
  readonly before: string;
  readonly after: string;
}

const EMPTY_TAG: TagValues = {
  kind: "field",
  tag: "",
  fallback: "",
  format: "none",
  comparison: "filled",
  value: "",
  holds: "",
  otherwise: "",
  before: "",
  after: ", ",
};

/** Whether the comparison needs a value. */
function isCompared(comparison: Comparison): boolean {
  return comparison !== "filled" && comparison !== "empty";
}

interface Props {
  readonly fields: readonly MergeField[];
  readonly onInsert: (text: string) => void;
  readonly onClose: () => void;
}

/** Builds a field with fallback and format, a condition, or a repeat, without knowledge of the grammar. */
export function TagDialog({ fields, onInsert, onClose }: Props) {
  const { t } = useTranslation();
  const form = useForm({
    initial: EMPTY_TAG,
    validate: ({ kind, comparison, value }) =>
      kind === "condition" && isCompared(comparison) && value.trim() === ""
        ? { value: t("mergeTags.build.valueMissing") }
        : {},
    onValid: () => {
      onInsert(written);
      onClose();
    },
  });
  const { kind, fallback, format, comparison, value, holds, otherwise, before, after } = form.values;
  const lists = fields.filter(({ several }) => several);
  // Repeats need a field with a list.
  const ways = lists.length > 0 ? TAG_KINDS : TAG_KINDS.filter((one) => one !== "repeat");
  const offered = kind === "repeat" ? lists : fields;
  const tag = offered.find((one) => one.tag === form.values.tag)?.tag ?? offered[0]?.tag ?? "firstname";
  const written =
    kind === "field"
      ? writeField({ tag, fallback, format })
      : kind === "repeat"
        ? writeRepeat({ tag, before, after })
        : writeCondition({ tag, comparison, value, holds: holds || "…", otherwise });
  const choice = <Value extends string>(group: string, values: readonly Value[]) =>
    values.map((one) => ({ value: one, label: t(toTextKey(`mergeTags.build.${group}.${String(one)}`)) }));

  return (
    <Dialog title={t("terms.insertMergeTag")} size={480} onClose={onClose}>
      <form onSubmit={form.onSubmit} noValidate>
        <Stack gap="md">
          <Segmented
            label={t("terms.insertMergeTag")}
            isWide
            value={kind}
            onChange={(next) => form.edit("kind", next)}
            options={choice("ways", ways)}
          />
          <NativeSelect
            label={t("terms.field")}
            value={tag}
            data={offered.map(({ tag: one, name }) => ({
              value: one,
              label: t([toTextKey(`mergeTags.fields.${one}`), "terms.name"], { name }),
            }))}
            onChange={({ currentTarget }) => form.edit("tag", currentTarget.value)}
            data-autofocus
          />
          {kind === "field" ? (
            <>
              <TextInput
                label={t("mergeTags.build.fallback")}
                description={t("mergeTags.build.fallbackHelp")}
                {...form.text("fallback")}
                maxLength={200}
              />
              <NativeSelect
                label={t("terms.format")}
                value={format}
                data={choice("formats", FORMATS)}
                onChange={({ currentTarget }) =>
                  form.edit("format", FORMATS.find((one) => one === currentTarget.value) ?? "none")
                }
              />
            </>
          ) : kind === "repeat" ? (
            <>
              <TextInput label={t("mergeTags.build.before")} {...form.text("before")} maxLength={200} />
              <TextInput
                label={t("mergeTags.build.after")}
                description={t("mergeTags.build.repeatHelp")}
                {...form.text("after")}
                maxLength={200}
              />
            </>
          ) : (
            <>
              <NativeSelect
                label={t("mergeTags.build.ways.condition")}
                value={comparison}
                data={choice("comparisons", COMPARISONS)}
                onChange={({ currentTarget }) =>
                  form.edit("comparison", COMPARISONS.find((one) => one === currentTarget.value) ?? "filled")
                }
              />
              {isCompared(comparison) ? (
                <TextInput label={t("terms.value")} {...form.text("value")} maxLength={200} />
              ) : null}
              <TextInput label={t("mergeTags.build.then")} {...form.text("holds")} maxLength={300} />
              <TextInput label={t("mergeTags.build.otherwise")} {...form.text("otherwise")} maxLength={300} />
            </>
          )}
          <code className={classes.written} aria-live="polite">
            {written}
          </code>
          <FormActions submitLabel={t("mergeTags.build.insert")} onCancel={onClose} />
        </Stack>
      </form>
    </Dialog>
  );
}
