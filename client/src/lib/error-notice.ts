import { type Translate, toTextKey } from "@/lib/i18n/translation";
import { isFailure } from "./api/failure";
import type { ErrorAction } from "./catalogue/entry";
import { getCauseText } from "./causes/cause-text";
import { describeFailure, findFieldFailure, getFieldLabel } from "./describe-failure";
import { resolveFailure } from "./errors";

/** A problem that only the developers of the interface can fix, in the form of a report. */
export interface InterfaceProblem {
  readonly kind: "validation" | "inApp" | "unexpected";
  readonly detail: string;
}

/** Notification of an error: its style, its text, its action, and the report that accompanies it. */
export interface ErrorNotice {
  readonly mode: "info" | "warning" | "error";
  readonly text: string;
  readonly offer?: ErrorAction | undefined;
  readonly fault?: InterfaceProblem;
}

/** An error of the client that the user should read: `key` is its text key (ERR-161). */
export class InAppError extends Error {
  readonly inApp = true;
  readonly params: Readonly<Record<string, unknown>>;

  constructor(key: string, params: Readonly<Record<string, unknown>> = {}) {
    super(key);
    this.name = "InAppError";
    this.params = params;
  }
}

const VALIDATION_KEY = /^validation(?:\.\w+)+$/;

function buildOtherNotice(error: NonNullable<unknown>, t: Translate): ErrorNotice | undefined {
  // A cancelled call has its name even where DOMException is not an Error.
  const { name, message } = error as Partial<Error> & object;
  if (name === "AbortError") return undefined;
  if (error instanceof InAppError) {
    return {
      mode: "warning",
      text: t(toTextKey(error.message), error.params),
      fault: { kind: "inApp", detail: error.message },
    };
  }
  if (message !== undefined && VALIDATION_KEY.test(message)) {
    return { mode: "warning", text: t(toTextKey(message)), fault: { kind: "validation", detail: message } };
  }
  if (message === "Failed to fetch") return { mode: "warning", text: t("errors.resourceUnavailable") };
  return { mode: "error", text: t("errors.serverException"), fault: { kind: "unexpected", detail: String(error) } };
}

/** The notification for an error, or undefined where nothing is shown (ERR-119 to 134, 157 to 162). */
export function buildErrorNotice(error: unknown, t: Translate): ErrorNotice | undefined {
  if (!isFailure(error)) return buildOtherNotice(error ?? "nothing", t);
  const { code, reaction, offer } = resolveFailure(error);
  if (reaction === "silent") return undefined;
  const atField = reaction === "field" ? findFieldFailure(error, t) : undefined;
  // Away from its form, a field error must name the field (ERR-173).
  const text =
    atField && getCauseText(error.payload, t) !== undefined && code !== "requiredFieldsNotSet"
      ? t("ui.fieldError", { label: getFieldLabel(atField.field, t), message: atField.text })
      : describeFailure(error, t);
  return { mode: reaction === "exportNotice" ? "info" : "warning", text, offer };
}
