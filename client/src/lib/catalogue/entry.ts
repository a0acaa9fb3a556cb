import type { TextKey } from "@/lib/i18n/translation";
import type { ApiFailure } from "../api/failure";

/**
 * How the interface reacts to an error.
 *
 * - `logout` ends the session and goes to /login with the way back.
 * - `sessionEnded`, `multipleLogin` and `denied` open their dialogs.
 * - `exportNotice` says that the result will be delivered.
 * - `field` belongs to a form field.
 * - `silent` shows nothing.
 */
export type Reaction =
  | "logout"
  | "sessionEnded"
  | "multipleLogin"
  | "denied"
  | "exportNotice"
  | "silent"
  | "field"
  | "notify";

/** Action that an error notification offers (ERR-157). */
export type ErrorAction = "upgrade" | "resendValidation";

export interface CatalogueEntry {
  readonly code: string;
  readonly reaction: Reaction;
  readonly numbers?: readonly number[];
  /** Server messages, compared in lower case. */
  readonly messages?: readonly string[];
  /** Texts of responses that are not our JSON, compared in lower case. */
  readonly dataTexts?: readonly string[];
  readonly statuses?: readonly number[];
  readonly offer?: ErrorAction;
  /** The screen on which the user can fix the error, and the text of the link to it. */
  readonly remedy?: Remedy;
}

export interface Remedy {
  readonly to: string;
  readonly label: TextKey;
}

/** Returns a more specific code for a failure, or undefined where its own code fits. */
export type Refinement = (failure: ApiFailure) => string | undefined;

/** The errors of one area. The text of each is `errors.<code>`. */
export interface ErrorArea {
  readonly rows: readonly CatalogueEntry[];
  /** Refinements by the code that they narrow. */
  readonly refinements?: Readonly<Record<string, Refinement>>;
  /** Plan limits with a text of their own: the code by `<feature>/<subfeature>`. */
  readonly limits?: Readonly<Record<string, string>>;
}

export function entry(
  code: string,
  reaction: Reaction = "notify",
  rest: Omit<CatalogueEntry, "code" | "reaction"> = {},
): CatalogueEntry {
  return { code, reaction, ...rest };
}
