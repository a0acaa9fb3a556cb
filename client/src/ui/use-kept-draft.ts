import { useEffect, useEffectEvent, useRef } from "react";
import { useTranslation } from "@/lib/i18n/translation";
import { dropDraft, keepDraft, readDraft } from "@/lib/kept-drafts";
import { toast } from "./toasts";

interface Form<Values> {
  readonly values: Values;
  /** Whether anything was typed that is not saved. */
  readonly isDirty: boolean;
  /** Puts back what was typed before the session ended. */
  readonly restore: (values: Values) => void;
}

/**
 * Keeps what was typed in a form while its session ends and until the same user signs in again. Saving it, or leaving
 * it while signed in, lets it go. `key` names the thing that is written, such as `contact:<id>`; without it nothing is
 * kept.
 */
export function useKeptDraft<Values>(key: string | undefined, { values, isDirty, restore }: Form<Values>): void {
  const { t } = useTranslation();
  const wasDirty = useRef(false);
  const text = JSON.stringify(values);

  const putBack = useEffectEvent(() => {
    const kept = key === undefined ? undefined : readDraft(key);
    if (kept === undefined) return;
    restore(kept as Values);
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
