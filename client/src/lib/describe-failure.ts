import i18next, { type TFunction } from "i18next";
import { type ApiFailure, isFailure } from "./api/failure";
import { resolveFailure } from "./errors";

/** Codes whose sentence is the server's own (ERR-128, ERR-129). */
const OWN_WORDS = new Set(["noMessage", "forcedMessage"]);

/** Names of the plan's features as people read them; a name that has no words stands as it came. */
function wordsOf(name: unknown): unknown {
  const key = `factory.feature.${String(name)}`;
  return typeof name === "string" && i18next.exists(key) ? i18next.t(key) : name;
}

function withWords(params: Readonly<Record<string, unknown>>): Record<string, unknown> {
  if (!("feature" in params || "subfeature" in params)) return params;
  return { ...params, feature: wordsOf(params.feature), subfeature: wordsOf(params.subfeature) };
}

/** The sentence for a failure; the server's own words only where the catalogue has none (ERR-128, ERR-130). */
export function describeFailure(failure: ApiFailure, t: TFunction): string {
  const { code, textKey, params, ownMessage } = resolveFailure(failure);
  if (!OWN_WORDS.has(code)) return t(textKey, withWords(params));
  const factory = `factory.${failure.code ?? ""}`;
  return i18next.exists(factory) ? t(factory, params) : (ownMessage ?? t("errors.noMessage"));
}

/** The sentence for whatever was thrown; what is no failure of a call reads as a fault of ours. */
export function describeThrown(failure: unknown, t: TFunction): string {
  return isFailure(failure) ? describeFailure(failure, t) : t("errors.serverException");
}

export interface FieldFailure {
  readonly field: string;
  readonly text: string;
}

/** Codes that say that a field is wrong and nothing about how. */
const GENERAL = new Set(["invalidField", "invalidData", "badRequest"]);

/** "companyName" reads "Company name". */
export function labelOf(field: string): string {
  const words = field
    .replace(/[_.]/g, " ")
    .replace(/([a-z\d])([A-Z])/g, "$1 $2")
    .toLowerCase();
  return words.charAt(0).toLocaleUpperCase() + words.slice(1);
}

function invalidSentence(failure: ApiFailure, label: string, t: TFunction): string {
  const { code } = resolveFailure(failure);
  const { value } = failure.payload;
  if (code === "fieldNotAllowed") return t("errors.fieldNotAllowed", { field: label });
  if (!GENERAL.has(code)) return describeFailure(failure, t);
  const hasValue = typeof value === "number" || (typeof value === "string" && value !== "");
  return hasValue ? t("ui.fieldValueInvalid", { value, field: label }) : t("errors.invalidField", { field: label });
}

/**
 * The form field that a failure belongs to with its sentence; a cause from the server replaces ours (ERR-172). `label`
 * is how the form names the field, where its name on the wire is not enough.
 */
export function fieldFailureOf(error: unknown, t: TFunction, label?: string): FieldFailure | undefined {
  if (!isFailure(error)) return undefined;
  const { field, cause } = error.payload;
  if (typeof field !== "string") return undefined;
  // That a field is missing we say in the reader's language; why one is wrong only the server knows.
  const isCauseOwn = typeof cause === "string" && cause !== "" && resolveFailure(error).code !== "requiredFieldsNotSet";
  return { field, text: isCauseOwn ? cause : invalidSentence(error, label ?? labelOf(field), t) };
}
