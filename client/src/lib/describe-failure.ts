import { isTextKey, type Translate, toTextKey, translate } from "@/lib/i18n/translation";
import { type ApiFailure, isFailure } from "./api/failure";
import { getCauseText, type ServerCause } from "./causes/cause-text";
import { resolveFailure } from "./errors";
import { describeUse, type Use } from "./uses";

/** Codes that show the server's own text (ERR-128, ERR-129). */
const SERVER_TEXT_CODES = new Set(["noMessage", "forcedMessage"]);

const MISSING_FIELDS_CODE = "requiredFieldsNotSet";
/** Codes that say only that a field is wrong, not which one or how. */
const GENERAL_CODES = new Set(["invalidField", "invalidData", "badRequest", MISSING_FIELDS_CODE]);

/** Display name of a plan feature; a name without a text is returned unchanged. */
function getFeatureName(name: unknown): unknown {
  const key = `factory.feature.${String(name)}`;
  return typeof name === "string" && isTextKey(key) ? translate(key) : name;
}

function formatParams(params: Readonly<Record<string, unknown>>): Record<string, unknown> {
  if (!("feature" in params || "subfeature" in params)) return params;
  return { ...params, feature: getFeatureName(params.feature), subfeature: getFeatureName(params.subfeature) };
}

function buildFailureText(failure: ApiFailure, t: Translate): string {
  const { code, textKey, params, ownMessage } = resolveFailure(failure);
  if (Array.isArray(params.uses)) {
    return t("uses.by", { uses: params.uses.map((use: Use) => describeUse(use, t)).join(", ") });
  }
  if (!SERVER_TEXT_CODES.has(code)) return t(toTextKey(textKey), formatParams(params));
  const factory = `factory.${failure.code ?? ""}`;
  return isTextKey(factory) ? t(factory, params) : (ownMessage ?? t("errors.noMessage"));
}

/**
 * The text for a failure; the server's own only where the catalogue has none (ERR-128, ERR-130). It names the fields
 * where the text alone does not say what is wrong.
 */
export function describeFailure(failure: ApiFailure, t: Translate): string {
  const { code } = resolveFailure(failure);
  const [first, ...others] = listFailedFields(failure);
  if (!first || !GENERAL_CODES.has(code)) return buildFailureText(failure, t);
  if (code === MISSING_FIELDS_CODE) {
    const labels = [first, ...others].map(({ field }) => getFieldLabel(field, t));
    return t("ui.failedFields", { message: buildFailureText(failure, t), fields: [...new Set(labels)].join(", ") });
  }
  const label = getFieldLabel(first.field, t);
  const cause = getCauseText(first, t);
  return cause === undefined
    ? buildInvalidSentence(failure, label, t)
    : t("ui.failedField", { field: label, message: cause });
}

/** The text for any thrown value. Anything but a failed call reads as an error of ours. */
export function describeThrown(failure: unknown, t: Translate): string {
  return isFailure(failure) ? describeFailure(failure, t) : t("errors.serverException");
}

export interface FieldFailure {
  readonly field: string;
  readonly text: string;
}

interface FailedField extends ServerCause {
  /** Path in the request, such as "content.body". */
  readonly field: string;
}

function readFailedField(error: unknown): FailedField | undefined {
  const { field, ...cause } = (error ?? {}) as ServerCause & { readonly field?: unknown };
  return typeof field === "string" && field !== "" ? { ...cause, field } : undefined;
}

/** The fields that a failure names; the first one comes first. */
export function listFailedFields({ payload }: ApiFailure): readonly FailedField[] {
  const listed = Array.isArray(payload.errors) ? payload.errors.map(readFailedField) : [];
  const fields = listed.length > 0 ? listed : [readFailedField(payload)];
  return fields.filter((field) => field !== undefined);
}

/** "companyName" becomes "Company name". */
export function humanizeFieldName(field: string): string {
  const words = field
    .replace(/[_.]/g, " ")
    .replace(/([a-z\d])([A-Z])/g, "$1 $2")
    .toLowerCase();
  return words.charAt(0).toLocaleUpperCase() + words.slice(1);
}

/** Label of a field, from the last named part of its path: "recipients.labelIds.0" uses "labelIds". */
export function getFieldLabel(field: string, t: Translate): string {
  const name =
    field
      .split(".")
      .filter((part) => !/^\d+$/.test(part))
      .at(-1) ?? field;
  const key = `fields.${name}`;
  return isTextKey(key) ? t(key) : humanizeFieldName(name);
}

function buildInvalidSentence(failure: ApiFailure, label: string, t: Translate): string {
  const { code } = resolveFailure(failure);
  const { value } = failure.payload;
  if (code === "fieldNotAllowed") return t("errors.fieldNotAllowed", { field: label });
  if (!GENERAL_CODES.has(code) || code === MISSING_FIELDS_CODE) return buildFailureText(failure, t);
  const hasValue = typeof value === "number" || (typeof value === "string" && value !== "");
  return hasValue ? t("ui.fieldValueInvalid", { value, field: label }) : t("errors.invalidField", { field: label });
}

/**
 * The form field of a failure, with its text; a cause from the server replaces ours (ERR-172). `label` is the form's
 * own name of the field, where the wire name is not enough.
 */
export function findFieldFailure(error: unknown, t: Translate, label?: string): FieldFailure | undefined {
  if (!isFailure(error)) return undefined;
  const { field } = error.payload;
  if (typeof field !== "string") return undefined;
  // The error's own text already says that a field is missing.
  const cause = resolveFailure(error).code === MISSING_FIELDS_CODE ? undefined : getCauseText(error.payload, t);
  return { field, text: cause ?? buildInvalidSentence(error, label ?? getFieldLabel(field, t), t) };
}
