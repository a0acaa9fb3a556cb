import { type FormEvent, useState } from "react";
import { type ApiFailure, isFailure } from "@/lib/api/failure";
import { describeFailure, fieldFailureOf } from "@/lib/describe-failure";
import { conflictValuesOf, describeConflict } from "@/lib/edit-conflict";
import { useTranslation } from "@/lib/i18n/translation";
import { useKeptDraft } from "./use-kept-draft";

type Field<Values> = keyof Values & string;
/** Sentences by field. */
export type FormErrors<Values> = Readonly<Partial<Record<Field<Values>, string | undefined>>>;

interface Submission<Values> {
  readonly values: Values;
  /** The edited values, texts trimmed. */
  readonly changes: Partial<Values>;
  /** The stored values that the changes replace. */
  readonly base: Partial<Values>;
}

interface Options<Values extends object> {
  /** The values as they are stored, in the order of the form. A field that is not edited follows them. */
  readonly initial: Values;
  /** What is wrong with the values; shown from the first attempt to submit on. */
  readonly validate?: (values: Values) => FormErrors<Values>;
  /** What the last submission failed with. */
  readonly failure?: unknown;
  /** The field at which a failure stands that names none of the form; without one it stands above the form. */
  readonly fieldOf?: (failure: ApiFailure) => Field<Values> | undefined;
  /** Under which key the edits outlive the end of the session, such as `sender:new`. */
  readonly draftKey?: string;
  /** How a stored value is shown, where it is not shown as it is stored. */
  readonly describe?: (field: Field<Values>, value: string) => string;
  /** Called by a submission that nothing is wrong with. */
  readonly onValid: (submission: Submission<Values>) => void;
}

function trimmed<Value>(value: Value): Value {
  return typeof value === "string" ? (value.trim() as Value) : value;
}

function isSame(value: unknown, stored: unknown): boolean {
  return JSON.stringify(trimmed(value)) === JSON.stringify(stored);
}

/**
 * The state of a form: its values, what is wrong with each, and the failure of its submission, which stands at the field
 * that it names. A submission with errors focuses the first field that has one, by its `name`.
 *
 * The record may change on the server meanwhile. Edited fields keep what was typed, and a conflict shows what is stored.
 */
export function useForm<Values extends object>({
  initial,
  validate = () => ({}) as FormErrors<Values>,
  failure,
  fieldOf = () => undefined,
  draftKey,
  describe = (_field, value) => value,
  onValid,
}: Options<Values>) {
  const { t } = useTranslation();
  const [edits, setEdits] = useState<Partial<Values>>({});
  // The stored values that the author has seen.
  const [seen, setSeen] = useState<Partial<Values>>({});
  const [isChecked, setChecked] = useState(false);
  const [hiddenFailure, setHiddenFailure] = useState<unknown>();
  const [shownConflict, setShownConflict] = useState<unknown>();
  const fields = Object.keys(initial) as Field<Values>[];
  const values: Values = { ...initial, ...edits };
  const storedOf = (field: Field<Values>) => seen[field] ?? initial[field];
  const changed = fields.filter(
    (field) => field in edits && !(isSame(values[field], storedOf(field)) && isSame(values[field], initial[field])),
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

  const shown = failure === hiddenFailure ? undefined : failure;
  const conflict = conflictValuesOf(shown) as Partial<Values> | undefined;
  if (conflict && shown !== shownConflict) {
    setShownConflict(shown);
    setSeen((old) => ({ ...old, ...conflict }));
  }
  const named = fieldFailureOf(shown, t);
  // "emails.0" belongs to the field "emails".
  const failedField =
    fields.find((field) => named?.field === field || named?.field.startsWith(`${field}.`)) ??
    (isFailure(shown) && !conflict ? fieldOf(shown) : undefined);
  const errors: FormErrors<Values> = isChecked ? validate(values) : ({} as FormErrors<Values>);

  function failureAt(field: Field<Values>): string | undefined {
    if (field !== failedField || !isFailure(shown)) return undefined;
    return named?.text ?? describeFailure(shown, t);
  }

  function errorOf(field: Field<Values>): string | undefined {
    if (errors[field] !== undefined) return errors[field];
    const theirs = conflict?.[field];
    if (theirs === undefined || isSame(values[field], theirs)) return failureAt(field);
    return describeConflict(describe(field, String(theirs)), t);
  }

  function edit<Name extends Field<Values>>(field: Name, value: Values[Name]): void {
    setEdits((old) => ({ ...old, [field]: value }));
    setSeen((old) => (field in edits ? old : { ...old, [field]: initial[field] }));
    if (field === failedField) setHiddenFailure(failure);
  }

  const input = <Name extends Field<Values>>(field: Name) => ({
    name: field,
    value: values[field],
    error: errorOf(field),
  });

  return {
    values,
    isDirty,
    edit,
    errorOf,
    /** The failure that belongs to none of the fields. */
    failure: failedField || conflict ? undefined : shown,
    /** Props of an input of texts. */
    text: <Name extends Field<Values>>(field: Name) => ({
      ...input(field),
      onChange: (event: { readonly currentTarget: { readonly value: Values[Name] } }) =>
        edit(field, event.currentTarget.value),
    }),
    /** Props of an input that hands its value on. */
    choice: <Name extends Field<Values>>(field: Name) => ({
      ...input(field),
      onChange: (value: Values[Name]) => edit(field, value),
    }),
    /** Drops the edits that still equal what was sent. What was typed during the save stays; `stored` is the response. */
    markSaved(sent: Partial<Values>, stored: Partial<Values> = sent): void {
      const sentFields = fields.filter((field) => field in sent);
      setEdits((now) => {
        const next = { ...now };
        for (const field of sentFields) if (field in next && isSame(next[field], sent[field])) delete next[field];
        return next;
      });
      setSeen((now) => ({ ...now, ...Object.fromEntries(sentFields.map((field) => [field, stored[field]])) }));
      setChecked(false);
    },
    /** Takes everything back to what is stored. */
    discard(): void {
      setEdits({});
      setSeen({});
      setChecked(false);
      setHiddenFailure(failure);
    },
    onSubmit(event: FormEvent<HTMLFormElement>): void {
      event.preventDefault();
      // React hands the events of a dialog on to the form that it was opened from.
      event.stopPropagation();
      setChecked(true);
      const found = validate(values);
      const wrong = fields.find((field) => found[field] !== undefined);
      if (wrong) {
        event.currentTarget.querySelector<HTMLElement>(`[name="${wrong}"]`)?.focus();
        return;
      }
      const pick = (from: (field: Field<Values>) => unknown) =>
        Object.fromEntries(changed.map((field) => [field, from(field)])) as Partial<Values>;
      onValid({ values, changes: pick((field) => trimmed(values[field])), base: pick(storedOf) });
    },
  };
}
