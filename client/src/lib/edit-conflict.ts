import { useRef } from "react";
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

type Values = Readonly<Record<string, unknown>>;

/**
 * Writes `values` over `base`, by field. A save whose answer was lost may be stored: a stored value that was sent from
 * here is no conflict, and is written over.
 */
export function useSaveOver() {
  const sent = useRef(new Map<string, Set<string>>());

  function isOwn(theirs: ConflictValues): boolean {
    return Object.entries(theirs).every(([field, value]) => sent.current.get(field)?.has(JSON.stringify(value)));
  }

  return async function saveOver<Base extends Values, Result>(
    values: Values,
    base: Base,
    write: (base: Base) => Promise<Result>,
  ): Promise<Result> {
    try {
      return await write(base);
    } catch (failure) {
      const theirs = conflictValuesOf(failure);
      if (theirs && isOwn(theirs)) return await write({ ...base, ...theirs });
      for (const [field, value] of Object.entries(values)) {
        sent.current.set(field, (sent.current.get(field) ?? new Set()).add(JSON.stringify(value)));
      }
      throw failure;
    }
  };
}

/** Says at a field what somebody else has made of it; `value` is how it is read, empty where there is none. */
export function conflictWords(value: string, t: Translate): string {
  return value === "" ? t("terms.conflict.emptied") : t("terms.conflict.changed", { value });
}
