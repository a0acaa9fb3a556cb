import { type FormEvent, useState } from "react";
import { isFailure } from "@/lib/api/failure";
import { describeFailure, fieldFailureOf } from "@/lib/describe-failure";
import { conflictValuesOf, describeConflict } from "@/lib/edit-conflict";
import { type TextKey, useTranslation } from "@/lib/i18n/translation";
import { useKeptDraft } from "@/ui/use-kept-draft";
import { useLeaveGuard } from "@/ui/use-leave-guard";

interface Options<Field extends string> {
  /** Names what is written, such as `profile`. */
  readonly draftKey: string;
  /** The record as the server has it. */
  readonly base: Readonly<Record<Field, string>>;
  /** Text keys of what stands against saving, by field. */
  readonly problemsOf: (values: Readonly<Record<Field, string>>) => Partial<Record<Field, TextKey>>;
  readonly failure: unknown;
  readonly isSaving: boolean;
  /** The label of a stored value, where it is not shown as it is stored. */
  readonly labelOf?: (field: Field, value: string) => string;
  /** Called with the fields that differ, trimmed, and with the stored values that they replace. */
  readonly onValid: (changes: FieldValues<Field>, base: FieldValues<Field>) => void;
}

type FieldValues<Field extends string> = Partial<Record<Field, string>>;

/** A record being edited: what was typed stands until it is saved or discarded, and is not left behind unasked. */
export function useRecordForm<Field extends string>({
  draftKey,
  base,
  problemsOf,
  failure,
  isSaving,
  labelOf = (_field, value) => value,
  onValid,
}: Options<Field>) {
  const { t } = useTranslation();
  const [edits, setEdits] = useState<FieldValues<Field>>({});
  // The stored values that the writer has seen: the record can change on the server while it is edited.
  const [seen, setSeen] = useState<FieldValues<Field>>({});
  const [shownConflict, setShownConflict] = useState<unknown>();
  const [isChecked, setChecked] = useState(false);
  const [hidden, setHidden] = useState<unknown>();
  const fields = Object.keys(base) as Field[];
  const values = { ...base, ...edits } as Readonly<Record<Field, string>>;
  const original = (field: Field) => seen[field] ?? base[field];
  const changed = fields.filter(
    (field) => field in edits && [original(field), base[field]].some((stored) => values[field].trim() !== stored),
  );
  const isDirty = changed.length > 0;
  useKeptDraft(draftKey, {
    values: { edits, seen },
    isDirty,
    restore: (kept) => {
      setEdits(kept.edits);
      setSeen(kept.seen);
    },
  });
  const leaving = useLeaveGuard({ isDirty });

  const shown = failure === hidden ? undefined : failure;
  const conflict = conflictValuesOf(shown) as FieldValues<Field> | undefined;
  if (conflict && shown !== shownConflict) {
    setShownConflict(shown);
    setSeen((old) => ({ ...old, ...conflict }));
  }
  const found = fieldFailureOf(shown, t);
  const atField = fields.find((field) => field === found?.field);
  const problems: Readonly<Partial<Record<string, TextKey>>> = isChecked ? problemsOf(values) : {};

  function errorOf(field: Field): string | undefined {
    const problem: TextKey | undefined = problems[field];
    if (problem) return t(problem);
    const theirs = conflict?.[field];
    if (theirs !== undefined && values[field].trim() !== theirs) return describeConflict(labelOf(field, theirs), t);
    return atField === field ? found?.text : undefined;
  }

  return {
    values,
    isDirty,
    leaving,
    /** A failure that belongs to no field. */
    notice: isFailure(shown) && !atField && !conflict ? describeFailure(shown, t) : undefined,
    edit(field: Field, value: string): void {
      setEdits((old) => ({ ...old, [field]: value }));
      setSeen((old) => (field in edits ? old : { ...old, [field]: base[field] }));
      if (atField === field) setHidden(failure);
    },
    /** What an input of `field` needs; `label` is its text. */
    input: (field: Field) => ({
      name: field,
      value: values[field],
      error: errorOf(field),
    }),
    /** Removes the edits that still equal what was sent. Text typed during the save stays; `stored` is the response. */
    markSaved(sent: FieldValues<Field>, stored: FieldValues<Field> = sent): void {
      setEdits((now) => {
        const next = { ...now };
        for (const field of fields) if (next[field]?.trim() === sent[field]) delete next[field];
        return next;
      });
      const sentFields = fields.filter((field) => field in sent);
      setSeen((now) => ({ ...now, ...Object.fromEntries(sentFields.map((field) => [field, stored[field]])) }));
      setChecked(false);
    },
    discard(): void {
      setEdits({});
      setSeen({});
      setChecked(false);
      setHidden(failure);
    },
    onSubmit(event: FormEvent<HTMLFormElement>): void {
      event.preventDefault();
      setChecked(true);
      const found = problemsOf(values);
      const wrong = fields.find((field) => found[field]);
      if (wrong) event.currentTarget.querySelector<HTMLElement>(`[name="${wrong}"]`)?.focus();
      else if (isDirty && !isSaving) {
        const pick = (from: (field: Field) => string) =>
          Object.fromEntries(changed.map((field) => [field, from(field)])) as FieldValues<Field>;
        onValid(
          pick((field) => values[field].trim()),
          pick(original),
        );
      }
    },
  };
}
