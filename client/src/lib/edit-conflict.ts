import { useRef } from "react";
import { isFailure } from "./api/failure";
import type { Translate } from "./i18n/translation";

/** Values of a record by field name. */
export type FieldValues = Readonly<Record<string, unknown>>;

/** The stored values of a save that was rejected because a teammate has changed them; undefined for other failures. */
export function findConflictValues(failure: unknown): FieldValues | undefined {
  if (!isFailure(failure) || failure.code !== "editConflict") return undefined;
  const { values } = failure.payload;
  return typeof values === "object" && values !== null ? (values as FieldValues) : undefined;
}

/** Equal for most values that the server stores alike: it trims texts, reads numbers and completes addresses. */
function toComparable(value: unknown): string {
  if (typeof value === "object" && value !== null) return JSON.stringify(value);
  const text = String(value ?? "")
    .trim()
    .replace(/\s+/g, " ")
    .toLowerCase();
  return text.replace(/^https?:\/\//, "").replace(/^([+-]?\d+),(\d+)$/, "$1.$2");
}

/** Whether the server may have stored a failed save: no response, or that of a failing server. */
export function isUnconfirmed(failure: unknown): boolean {
  if (failure === null || failure === undefined) return false;
  return !isFailure(failure) || failure.status === 0 || failure.status >= 500;
}

/**
 * Saves values over a base, by field.
 *
 * A save without a response might be stored, so a stored value that was sent from here is not a conflict and is
 * replaced. Values that the server stores in another form, such as times or translated country names, are tried as the
 * base. The server can convert them.
 */
export function useConflictAwareSave() {
  // Sent values of each field by their comparable form, oldest first.
  const unanswered = useRef(new Map<string, Map<string, unknown>>());

  function isOwn(stored: FieldValues): boolean {
    return Object.entries(stored).every(([field, value]) => unanswered.current.get(field)?.has(toComparable(value)));
  }

  /** Values of these fields sent without a response, newest first; empty unless each field has some. */
  function sentOf(fields: readonly string[]): readonly FieldValues[] {
    const sent = fields.map((field) => [...(unanswered.current.get(field)?.values() ?? [])].reverse());
    if (sent.some(({ length }) => length === 0)) return [];
    const count = Math.max(...sent.map(({ length }) => length));
    return Array.from({ length: count }, (_, index) =>
      Object.fromEntries(fields.map((field, at) => [field, sent[at]?.[Math.min(index, sent[at].length - 1)]])),
    );
  }

  return async function saveOver<Base extends FieldValues, Result>(
    values: FieldValues,
    base: Base,
    write: (base: Base) => Promise<Result>,
  ): Promise<Result> {
    async function attempt(over: Base): Promise<Result> {
      try {
        const result = await write(over);
        for (const field of Object.keys(values)) unanswered.current.delete(field);
        return result;
      } catch (failure) {
        if (isUnconfirmed(failure)) {
          for (const [field, value] of Object.entries(values)) {
            const sent = unanswered.current.get(field) ?? new Map<string, unknown>();
            sent.delete(toComparable(value));
            unanswered.current.set(field, sent.set(toComparable(value), value));
          }
        }
        throw failure;
      }
    }

    try {
      return await attempt(base);
    } catch (failure) {
      const stored = findConflictValues(failure);
      if (!stored) throw failure;
      if (isOwn(stored)) return await attempt({ ...base, ...stored });
      for (const sent of sentOf(Object.keys(stored))) {
        try {
          return await attempt({ ...base, ...sent });
        } catch (next) {
          if (!findConflictValues(next)) throw next;
        }
      }
      throw failure;
    }
  };
}

/** Message at a field that a teammate has changed; `value` is the displayed text, empty if the field was cleared. */
export function describeConflict(value: string, t: Translate): string {
  return value === "" ? t("terms.conflict.emptied") : t("terms.conflict.changed", { value });
}
