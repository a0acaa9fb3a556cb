import { NativeSelect, Stack, TextInput } from "@mantine/core";
import { type FormEvent, useState } from "react";
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
import classes from "./tag-dialog.module.css";

const TAG_KINDS = ["field", "condition", "repeat"] as const;
type TagKind = (typeof TAG_KINDS)[number];

interface Props {
  readonly fields: readonly MergeField[];
  readonly onInsert: (text: string) => void;
  readonly onClose: () => void;
}

/** Builds a field with fallback and format, a condition, or a repeat, without knowledge of the grammar. */
export function TagDialog({ fields, onInsert, onClose }: Props) {
  const { t } = useTranslation();
  const [way, setWay] = useState<TagKind>("field");
  const [chosen, setChosen] = useState<string>();
  const [fallback, setFallback] = useState("");
  const [format, setFormat] = useState<Format>("none");
  const [comparison, setComparison] = useState<Comparison>("filled");
  const [value, setValue] = useState("");
  const [then, setThen] = useState("");
  const [otherwise, setOtherwise] = useState("");
  const [before, setBefore] = useState("");
  const [after, setAfter] = useState(", ");
  const lists = fields.filter(({ several }) => several);
  // Repeats need a field with a list.
  const ways = lists.length > 0 ? TAG_KINDS : TAG_KINDS.filter((one) => one !== "repeat");
  const offered = way === "repeat" ? lists : fields;
  const tag = offered.find((one) => one.tag === chosen)?.tag ?? offered[0]?.tag ?? "firstname";
  const isCompared = comparison !== "filled" && comparison !== "empty";
  const written =
    way === "field"
      ? writeField({ tag, fallback, format })
      : way === "repeat"
        ? writeRepeat({ tag, before, after })
        : writeCondition({ tag, comparison, value, holds: then || "…", otherwise });
  const choice = <Value extends string>(group: string, values: readonly Value[]) =>
    values.map((one) => ({ value: one, label: t(toTextKey(`mergeTags.build.${group}.${String(one)}`)) }));

  function onSubmit(event: FormEvent): void {
    event.preventDefault();
    onInsert(written);
    onClose();
  }

  return (
    <Dialog title={t("terms.insertMergeTag")} size={480} onClose={onClose}>
      <form onSubmit={onSubmit}>
        <Stack gap="md">
          <Segmented
            label={t("terms.insertMergeTag")}
            isWide
            value={way}
            onChange={setWay}
            options={choice("ways", ways)}
          />
          <NativeSelect
            label={t("terms.field")}
            value={tag}
            data={offered.map(({ tag: one, name }) => ({
              value: one,
              label: t([toTextKey(`mergeTags.fields.${one}`), "terms.name"], { name }),
            }))}
            onChange={({ currentTarget }) => setChosen(currentTarget.value)}
            data-autofocus
          />
          {way === "field" ? (
            <>
              <TextInput
                label={t("mergeTags.build.fallback")}
                description={t("mergeTags.build.fallbackHelp")}
                value={fallback}
                maxLength={200}
                onChange={({ currentTarget }) => setFallback(currentTarget.value)}
              />
              <NativeSelect
                label={t("terms.format")}
                value={format}
                data={choice("formats", FORMATS)}
                onChange={({ currentTarget }) =>
                  setFormat(FORMATS.find((one) => one === currentTarget.value) ?? "none")
                }
              />
            </>
          ) : way === "repeat" ? (
            <>
              <TextInput
                label={t("mergeTags.build.before")}
                value={before}
                maxLength={200}
                onChange={({ currentTarget }) => setBefore(currentTarget.value)}
              />
              <TextInput
                label={t("mergeTags.build.after")}
                description={t("mergeTags.build.repeatHelp")}
                value={after}
                maxLength={200}
                onChange={({ currentTarget }) => setAfter(currentTarget.value)}
              />
            </>
          ) : (
            <>
              <NativeSelect
                label={t("mergeTags.build.ways.condition")}
                value={comparison}
                data={choice("comparisons", COMPARISONS)}
                onChange={({ currentTarget }) =>
                  setComparison(COMPARISONS.find((one) => one === currentTarget.value) ?? "filled")
                }
              />
              {isCompared ? (
                <TextInput
                  label={t("terms.value")}
                  value={value}
                  maxLength={200}
                  onChange={({ currentTarget }) => setValue(currentTarget.value)}
                />
              ) : null}
              <TextInput
                label={t("mergeTags.build.then")}
                value={then}
                maxLength={300}
                onChange={({ currentTarget }) => setThen(currentTarget.value)}
              />
              <TextInput
                label={t("mergeTags.build.otherwise")}
                value={otherwise}
                maxLength={300}
                onChange={({ currentTarget }) => setOtherwise(currentTarget.value)}
              />
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
