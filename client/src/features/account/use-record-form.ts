import { type FormEvent, useState } from "react";
import { isFailure } from "@/lib/api/failure";
import { describeFailure, fieldFailureOf } from "@/lib/describe-failure";
import { conflictValuesOf, conflictWords } from "@/lib/edit-conflict";
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
  /** How a value is read, where it is not shown as it is stored. */
  readonly wordsOf?: (field: Field, value: string) => string;
  /** Called with the fields that differ, trimmed, and with the values that they were written over. */
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
  wordsOf = (_field, value) => value,
  onValid,
}: Options<Field>) {
  const { t } = useTranslation();
  const [edits, setEdits] = useState<FieldValues<Field>>({});
  // What each field was when it was first edited: the record can change on the server meanwhile.
  const [seen, setSeen] = useState<FieldValues<Field>>({});
  const [isChecked, setChecked] = useState(false);
  const [hidden, setHidden] = useState<unknown>();
  const fields = Object.keys(base) as Field[];
  const values = { ...base, ...edits } as Readonly<Record<Field, string>>;
  const changed = fields.filter((field) => values[field].trim() !== base[field]);
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
  const found = fieldFailureOf(shown, t);
  const atField = fields.find((field) => field === found?.field);
  const problems: Readonly<Partial<Record<string, TextKey>>> = isChecked ? problemsOf(values) : {};

  function errorOf(field: Field): string | undefined {
    const problem: TextKey | undefined = problems[field];
    if (problem) return t(problem);
    const theirs = conflict?.[field];
    if (theirs !== undefined) return conflictWords(wordsOf(field, theirs), t);
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
    /** Removes the edits that still equal what was sent. Text typed during the save stays, over what is `stored` now. */
    markSaved(sent: FieldValues<Field>, stored: FieldValues<Field> = sent): void {
      setEdits((now) => {
        const next = { ...now };
        for (const field of fields) if (next[field]?.trim() === sent[field]) delete next[field];
        return next;
      });
      setSeen((now) => ({ ...now, ...stored }));
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
          pick((field) => conflict?.[field] ?? seen[field] ?? base[field]),
        );
      }
    },
  };
}
