import { useState } from "react";
import { useLocation } from "react-router";
import { isFailure } from "@/lib/api/failure";
import { describeFailure, findFieldFailure } from "@/lib/describe-failure";
import { useTranslation } from "@/lib/i18n/translation";
import { useLeaveGuard } from "@/ui/use-leave-guard";
import { usePersistedDraft } from "@/ui/use-persisted-draft";
import {
  type ContactDraft,
  type ContactEdits,
  isDirty,
  listRealEdits,
  toContactChange,
  validateDraft,
  withEdits,
} from "./contact-draft";

interface Options {
  readonly base: ContactDraft;
  readonly failure: unknown;
  /** Called with the body to save; `markSaved` removes the edits that still equal it. */
  readonly onValid: (body: ReturnType<typeof toContactChange>, markSaved: () => void) => void;
}

/** Form state of a contact: input remains until it is saved or discarded, and leaving asks about it. */
export function useContactDraft({ base, failure, onValid }: Options) {
  const { t } = useTranslation();
  const [edits, setEdits] = useState<ContactEdits>({});
  const [isChecked, setChecked] = useState(false);
  const draft = withEdits(base, edits);
  const dirty = isDirty(base, edits);
  const { pathname } = useLocation();
  usePersistedDraft(`contact:${pathname}`, { values: edits, isDirty: dirty, restore: setEdits });
  const leaving = useLeaveGuard({ isDirty: dirty });

  const problems = isChecked ? validateDraft(draft) : {};
  const atField = findFieldFailure(failure, t);
  const errors: Record<string, string> = {};
  for (const [field, key] of Object.entries(problems)) if (key) errors[field] = t(key);
  if (atField) errors[atField.field] ??= atField.text;

  return {
    draft,
    dirty,
    errors,
    leaving,
    /** Message of a failure that belongs to no field. */
    notice: isFailure(failure) && !atField ? describeFailure(failure, t) : undefined,
    edit: (change: ContactEdits) =>
      setEdits((old) => ({
        ...old,
        ...change,
        ...(change.customField ? { customField: { ...old.customField, ...change.customField } } : {}),
      })),
    discard: () => {
      setEdits({});
      setChecked(false);
    },
    /** Returns whether the form was valid. */
    submit: (): boolean => {
      setChecked(true);
      const isValid = Object.keys(validateDraft(draft)).length === 0;
      if (isValid) {
        onValid(toContactChange(listRealEdits(base, edits)), () => {
          setEdits((now) => listRealEdits(draft, now));
          setChecked(false);
        });
      }
      return isValid;
    },
  };
}
