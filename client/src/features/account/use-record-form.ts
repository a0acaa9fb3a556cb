import { type FormEvent, useState } from "react";
import { isFailure } from "@/lib/api/failure";
import { describeFailure, fieldFailureOf } from "@/lib/describe-failure";
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
  /** Called with the fields that differ, trimmed. */
  readonly onValid: (changes: Partial<Record<Field, string>>) => void;
}

/** A record being edited: what was typed stands until it is saved or discarded, and is not left behind unasked. */
export function useRecordForm<Field extends string>({
  draftKey,
  base,
  problemsOf,
  failure,
  isSaving,
  onValid,
}: Options<Field>) {
  const { t } = useTranslation();
  const [edits, setEdits] = useState<Partial<Record<Field, string>>>({});
  const [isChecked, setChecked] = useState(false);
  const [hidden, setHidden] = useState<unknown>();
  const fields = Object.keys(base) as Field[];
  const values = { ...base, ...edits } as Readonly<Record<Field, string>>;
  const changed = fields.filter((field) => values[field].trim() !== base[field]);
  const isDirty = changed.length > 0;
  useKeptDraft(draftKey, { values: edits, isDirty, restore: setEdits });
  const leaving = useLeaveGuard({ isDirty });

  const shown = failure === hidden ? undefined : failure;
  const found = fieldFailureOf(shown, t);
  const atField = fields.find((field) => field === found?.field);
  const problems: Readonly<Partial<Record<string, TextKey>>> = isChecked ? problemsOf(values) : {};

  function errorOf(field: Field): string | undefined {
    const problem: TextKey | undefined = problems[field];
    if (problem) return t(problem);
    return atField === field ? found?.text : undefined;
  }

  return {
    values,
    isDirty,
    leaving,
    /** A failure that belongs to no field. */
    notice: isFailure(shown) && !atField ? describeFailure(shown, t) : undefined,
    edit(field: Field, value: string): void {
      setEdits((old) => ({ ...old, [field]: value }));
      if (atField === field) setHidden(failure);
    },
    /** What an input of `field` needs; `label` is its text. */
    input: (field: Field) => ({
      name: field,
      value: values[field],
      error: errorOf(field),
    }),
    /** Removes the edits that still equal what was sent. Text typed during the save stays. */
    markSaved(sent: Partial<Record<Field, string>>): void {
      setEdits((now) => {
        const next = { ...now };
        for (const field of fields) if (next[field]?.trim() === sent[field]) delete next[field];
        return next;
      });
      setChecked(false);
    },
    discard(): void {
      setEdits({});
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
        onValid(
          Object.fromEntries(changed.map((field) => [field, values[field].trim()])) as Partial<Record<Field, string>>,
        );
      }
    },
  };
}
