import type { TFunction } from "i18next";
import { type ApiFailure, isFailure } from "./api/failure";
import { resolveFailure } from "./errors";

/** The sentence for a failure; the server's own words only where the catalogue has none (ERR-128, ERR-130). */
export function describeFailure(failure: ApiFailure, t: TFunction): string {
  const resolved = resolveFailure(failure);
  if (resolved.code === "noMessage") return resolved.ownMessage ?? t("errors.noMessage");
  return t(resolved.textKey, resolved.params);
}

export interface FieldFailure {
  readonly field: string;
  readonly text: string;
}

/** The form field that a failure belongs to with its sentence; a cause from the server replaces ours (ERR-172). */
export function fieldFailureOf(error: unknown, t: TFunction): FieldFailure | undefined {
  if (!isFailure(error)) return undefined;
  const { field, cause } = error.payload;
  if (typeof field !== "string") return undefined;
  return { field, text: typeof cause === "string" && cause !== "" ? cause : describeFailure(error, t) };
}
