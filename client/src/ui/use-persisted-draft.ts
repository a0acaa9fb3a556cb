import { useEffect, useEffectEvent, useRef } from "react";
import { deleteDraft, readDraft, storeDraft } from "@/lib/draft-storage";
import { useTranslation } from "@/lib/i18n/translation";
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
export function usePersistedDraft<Values>(key: string | undefined, { values, isDirty, restore }: Form<Values>): void {
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
    return () => deleteDraft(key);
  }, [key]);

  useEffect(() => {
    if (key === undefined) return;
    if (isDirty) storeDraft(key, text);
    else if (wasDirty.current) deleteDraft(key);
    wasDirty.current = isDirty;
  }, [key, text, isDirty]);
}
