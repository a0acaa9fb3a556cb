import type { Translate } from "@/lib/i18n/translation";
import { isFailure } from "./api/failure";
import { describeFailure, fieldFailureOf } from "./describe-failure";

interface PlacedFailure {
  /** What stands at a field of the form. */
  readonly at: (field: string) => string | undefined;
  /** What stands over the form: a failure that none of its fields has. */
  readonly notice: string | undefined;
}

/** Where a form with these fields shows a failure. "emails.0" belongs to the field "emails". */
export function placeFailure(error: unknown, t: Translate, fields: readonly string[]): PlacedFailure {
  const atField = fieldFailureOf(error, t);
  const owner = fields.find((field) => atField?.field === field || atField?.field.startsWith(`${field}.`));
  return {
    at: (field) => (field === owner ? atField?.text : undefined),
    notice: isFailure(error) && owner === undefined ? describeFailure(error, t) : undefined,
  };
}
