import type { Translate } from "@/lib/i18n/translation";
import { isFailure } from "./api/failure";
import { describeFailure, findFieldFailure } from "./describe-failure";

interface FormFailure {
  /** Error message of a form field. */
  readonly at: (field: string) => string | undefined;
  /** Message above the form, for a failure of none of its fields. */
  readonly notice: string | undefined;
}

/** Places a failure in a form with these fields. "emails.0" belongs to the field "emails". */
export function mapFailureToForm(error: unknown, t: Translate, fields: readonly string[]): FormFailure {
  const atField = findFieldFailure(error, t);
  const owner = fields.find((field) => atField?.field === field || atField?.field.startsWith(`${field}.`));
  return {
    at: (field) => (field === owner ? atField?.text : undefined),
    notice: isFailure(error) && owner === undefined ? describeFailure(error, t) : undefined,
  };
}
