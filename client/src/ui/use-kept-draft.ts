import { useEffect, useEffectEvent, useRef } from "react";
import { useTranslation } from "@/lib/i18n/translation";
import { dropDraft, keepDraft, readDraft } from "@/lib/kept-drafts";
import { toast } from "./toasts";

interface Form<Values> {
  readonly values: Values;
  /** Whether the form has unsaved input. */
  readonly isDirty: boolean;
  /** Puts back the stored input. */
  readonly restore: (values: Values) => void;
}

/**
 * Stores a form's input when the session ends, until the same user signs in again. Saving the form, or leaving it while
 * signed in, deletes the draft.
 *
 * `key` identifies the record, such as `contact:<id>`; without it nothing is stored.
 */
export function useKeptDraft<Values>(key: string | undefined, { values, isDirty, restore }: Form<Values>): void {
  const { t } = useTranslation();
  const wasDirty = useRef(false);
  const text = JSON.stringify(values);

  const putBack = useEffectEvent(() => {
    const storedValues = key === undefined ? undefined : readDraft(key);
    if (storedValues === undefined) return;
    restore(storedValues as Values);
    toast("info", t("ui.draftKept"));
  });

  useEffect(() => {
    if (key === undefined) return;
    putBack();
    return () => dropDraft(key);
  }, [key]);

  useEffect(() => {
    if (key === undefined) return;
    if (isDirty) keepDraft(key, text);
    else if (wasDirty.current) dropDraft(key);
    wasDirty.current = isDirty;
  }, [key, text, isDirty]);
}
