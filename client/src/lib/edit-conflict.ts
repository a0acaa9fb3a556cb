import { isFailure } from "./api/failure";
import type { Translate } from "./i18n/translation";

/** The stored values, by field, of which somebody else has changed while they were edited here. */
export type ConflictValues = Readonly<Record<string, unknown>>;

/** The values of a save that was refused because they differ from those that were read; undefined for other failures. */
export function conflictValuesOf(failure: unknown): ConflictValues | undefined {
  if (!isFailure(failure) || failure.code !== "editConflict") return undefined;
  const { values } = failure.payload;
  return typeof values === "object" && values !== null ? (values as ConflictValues) : undefined;
}

/** Says at a field what somebody else has made of it; `value` is how it is read, empty where there is none. */
export function conflictWords(value: string, t: Translate): string {
  return value === "" ? t("terms.conflict.emptied") : t("terms.conflict.changed", { value });
}
