import { type FormEvent, useEffect, useEffectEvent, useLayoutEffect, useRef, useState } from "react";
import { type ApiFailure, isFailure } from "@/lib/api/failure";
import { describeFailure, findFieldFailure } from "@/lib/describe-failure";
import { describeConflict, findConflictValues } from "@/lib/edit-conflict";
import { useTranslation } from "@/lib/i18n/translation";
import { usePersistedDraft } from "./use-persisted-draft";

type Field<Values> = keyof Values & string;
/** Error messages by field. */
export type FormErrors<Values> = Readonly<Partial<Record<Field<Values>, string | undefined>>>;

interface Submission<Values> {
  readonly values: Values;
  /** The edited values, texts trimmed. */
  readonly changes: Partial<Values>;
  /** The stored values that the changes replace. */
  readonly base: Partial<Values>;
}

interface Options<Values extends object> {
  /** The stored values, in the order of the form. Unedited fields follow them. */
  readonly initial: Values;
  /** Returns the validation errors, which are shown after the first attempt to submit. */
  readonly validate?: (values: Values) => FormErrors<Values>;
  /** The failure of the last submission. */
  readonly failure?: unknown;
  /** The field at which to show a failure that names no field of the form; by default it is shown above the form. */
  readonly fieldOf?: (failure: ApiFailure) => Field<Values> | undefined;
  /** Storage key, such as `sender:new`, under which edits survive the end of the session. */
  readonly draftKey?: string;
  /** Formats a stored value for display; by default it is shown as stored. */
  readonly describe?: (field: Field<Values>, value: string) => string;
  /** Called by a submission without validation errors. */
  readonly onValid: (submission: Submission<Values>) => void;
}

function trimTexts<Value>(value: Value): Value {
  return typeof value === "string" ? (value.trim() as Value) : value;
}

function isSame(value: unknown, stored: unknown): boolean {
  return JSON.stringify(trimTexts(value)) === JSON.stringify(trimTexts(stored));
}

/** The values of known fields: a stored draft can come from another form of the same record. */
function pickFields<Values>(fields: readonly Field<Values>[], kept: Partial<Values> | undefined): Partial<Values> {
  const known = fields.filter((field) => typeof kept === "object" && kept !== null && Object.hasOwn(kept, field));
  return Object.fromEntries(known.map((field) => [field, kept?.[field]])) as Partial<Values>;
}

const CONTROLS = "input, select, textarea, button";

/**
 * Focuses the first invalid control, which scrolls it into view; in a group of controls, the first of them. Returns
 * whether there is one.
 */
function focusInvalid(form: HTMLFormElement | null): boolean {
  const invalid = form?.querySelector("[aria-invalid=true]");
  const control = invalid?.matches(CONTROLS) ? invalid : invalid?.querySelector(CONTROLS);
  if (!(control instanceof HTMLElement)) return false;
  control.focus();
  return true;
}

/** Whether the user has not moved the focus since it was at `focused`. It also leaves elements that are removed. */
function isFocusUnmoved(focused: Element | null): boolean {
  const { activeElement, body } = document;
  return activeElement === focused || activeElement === null || activeElement === body;
}

/**
 * State of a form: values, validation errors, and the failure of its submission at the field that the failure names.
 *
 * A failure at a field whose error no input reads is shown above the form, or at the field that `fieldOf` says.
 *
 * A submission with errors focuses the first invalid field. So does its failure, unless the user has typed or moved the
 * focus since.
 *
 * The record might change on the server during editing. Edited fields retain the typed value, and a conflict shows the
 * stored value.
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
  /** The form of the last submission. */
  const element = useRef<HTMLFormElement>(null);
  /** The focused element at the last submission, until it fails or the user types. */
  const awaited = useRef<{ readonly focused: Element | null }>(undefined);
  const [edits, setEdits] = useState<Partial<Values>>({});
  // The last edit of each field, with the spaces around a text that a save removes.
  const [typed, setTyped] = useState<Partial<Values>>({});
  // The stored values that the user has seen.
  const [seen, setSeen] = useState<Partial<Values>>({});
  const [isChecked, setChecked] = useState(false);
  const [rejections, setRejections] = useState(0);
  const [hiddenFailure, setHiddenFailure] = useState<unknown>();
  /** The fields of the failure that no input shows. */
  const [unshown, setUnshown] = useState<readonly Field<Values>[]>([]);
  const [shownConflict, setShownConflict] = useState<unknown>();
  const fields = Object.keys(initial) as Field<Values>[];
  /** The fields whose errors this render reads. */
  const read = new Set<Field<Values>>();
  // A stored text is shown as it was typed, because a field must not change under its caret.
  const asTyped = fields.filter((field) => field in typed && isSame(typed[field], initial[field]));
  const values: Values = { ...initial, ...pickFields(asTyped, typed), ...edits };
  const storedOf = (field: Field<Values>) => seen[field] ?? initial[field];
  const changed = fields.filter(
    (field) => field in edits && !(isSame(values[field], storedOf(field)) && isSame(values[field], initial[field])),
  );
  const isDirty = changed.length > 0;
  usePersistedDraft(draftKey, {
    values: { edits, seen },
    isDirty,
    restore: (kept) => {
      setEdits(pickFields(fields, kept.edits));
      setTyped(pickFields(fields, kept.edits));
      setSeen(pickFields(fields, kept.seen));
    },
  });

  const shown = failure === hiddenFailure ? undefined : failure;
  const conflict = findConflictValues(shown) as Partial<Values> | undefined;
  if (conflict && shown !== shownConflict) {
    setShownConflict(shown);
    setSeen((old) => ({ ...old, ...conflict }));
  }
  const named = findFieldFailure(shown, t);
  // "emails.0" belongs to the field "emails".
  const namedField = fields.find((field) => named?.field === field || named?.field.startsWith(`${field}.`));
  const otherField = isFailure(shown) && !conflict ? fieldOf(shown) : undefined;
  const candidates = [namedField, otherField].filter((field) => field !== undefined);
  const failedField = candidates.find((field) => !unshown.includes(field));
  const conflictFields = conflict ? fields.filter((field) => field in conflict) : [];
  const isConflictShown = conflictFields.some((field) => !unshown.includes(field));
  const errors: FormErrors<Values> = isChecked ? validate(values) : ({} as FormErrors<Values>);

  useLayoutEffect(() => {
    const next = [...candidates, ...conflictFields].filter((field) => !read.has(field));
    if (next.join() !== unshown.join()) setUnshown(next);
  });
  useEffect(() => {
    if (rejections > 0) focusInvalid(element.current);
  }, [rejections]);
  const onFailed = useEffectEvent(() => {
    if (awaited.current && isFocusUnmoved(awaited.current.focused) && focusInvalid(element.current))
      awaited.current = undefined;
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: the error can move to another field, which shows it
  useEffect(() => {
    if (failure) onFailed();
  }, [failure, failedField]);

  function failureAt(field: Field<Values>): string | undefined {
    if (field !== failedField || !isFailure(shown)) return undefined;
    return named?.text ?? describeFailure(shown, t);
  }

  function errorOf(field: Field<Values>): string | undefined {
    read.add(field);
    if (errors[field] !== undefined) return errors[field];
    const theirs = conflict?.[field];
    if (theirs === undefined || isSame(values[field], theirs)) return failureAt(field);
    return describeConflict(describe(field, String(theirs)), t);
  }

  function edit<Name extends Field<Values>>(field: Name, value: Values[Name]): void {
    awaited.current = undefined;
    setEdits((old) => ({ ...old, [field]: value }));
    setTyped((old) => ({ ...old, [field]: value }));
    setSeen((old) => (field in edits ? old : { ...old, [field]: initial[field] }));
    if (field === failedField || field === namedField) setHiddenFailure(failure);
  }

  const input = <Name extends Field<Values>, OnChange>(field: Name, onChange: OnChange) => ({
    name: field,
    value: values[field],
    get error() {
      return errorOf(field);
    },
    onChange,
  });

  return {
    values,
    isDirty,
    edit,
    errorOf,
    /** The failure to show above the form. */
    failure: failedField || isConflictShown ? undefined : shown,
    /** Props of a text input. */
    text: <Name extends Field<Values>>(field: Name) =>
      input(field, (event: { readonly currentTarget: { readonly value: Values[Name] } }) =>
        edit(field, event.currentTarget.value),
      ),
    /** Props of an input that calls `onChange` with its value. */
    choice: <Name extends Field<Values>>(field: Name) => input(field, (value: Values[Name]) => edit(field, value)),
    /** Removes edits that still equal the sent values. Edits made during the save stay; `stored` is the response. */
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
    /** Resets all fields to the stored values. */
    discard(): void {
      setEdits({});
      setTyped({});
      setSeen({});
      setChecked(false);
      setHiddenFailure(failure);
    },
    onSubmit(event: FormEvent<HTMLFormElement>): void {
      event.preventDefault();
      // React propagates the events of a dialog to the form that opened it.
      event.stopPropagation();
      element.current = event.currentTarget;
      awaited.current = { focused: document.activeElement };
      // Also in inputs whose values do not pass through this hook.
      const forget = () => {
        awaited.current = undefined;
      };
      element.current.addEventListener("input", forget, { once: true });
      setChecked(true);
      const issues = validate(values);
      if (fields.some((field) => issues[field] !== undefined)) {
        setRejections((before) => before + 1);
        return;
      }
      const pick = (from: (field: Field<Values>) => unknown) =>
        Object.fromEntries(changed.map((field) => [field, from(field)])) as Partial<Values>;
      onValid({ values, changes: pick((field) => trimTexts(values[field])), base: pick(storedOf) });
    },
  };
}
