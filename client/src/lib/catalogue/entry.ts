import type { TextKey } from "@/lib/i18n/translation";
import type { ApiFailure } from "../api/failure";

/**
 * What the interface does about an error.
 * `logout` ends the session and goes to /login with the way back; `sessionEnded`, `multipleLogin` and `denied` open their
 * dialogs; `exportNotice` tells that the result will be delivered; `field` belongs at a form field; `silent` shows nothing.
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

/** What a notification offers to do about its error (ERR-157). */
export type Offer = "upgrade" | "resendValidation";

export interface CatalogueEntry {
  readonly code: string;
  readonly reaction: Reaction;
  readonly numbers?: readonly number[];
  /** Server messages, compared in lower case. */
  readonly messages?: readonly string[];
  /** Texts of answers that are not our JSON, compared in lower case. */
  readonly dataTexts?: readonly string[];
  readonly statuses?: readonly number[];
  readonly offer?: Offer;
  /** The screen on which the reader fixes it, and the text of the link to it. */
  readonly remedy?: Remedy;
}

export interface Remedy {
  readonly to: string;
  readonly label: TextKey;
}

/** A narrower code for a failure that was recognised, or undefined where its own fits. */
export type Refinement = (failure: ApiFailure) => string | undefined;

/** The errors of one area. The sentence of each is `errors.<code>`. */
export interface ErrorArea {
  readonly rows: readonly CatalogueEntry[];
  /** By the code that is narrowed. */
  readonly refinements?: Readonly<Record<string, Refinement>>;
  /** Limits of a plan with a sentence of their own: `<feature>/<subfeature>` and the code. */
  readonly limits?: Readonly<Record<string, string>>;
}

export function entry(
  code: string,
  reaction: Reaction = "notify",
  rest: Omit<CatalogueEntry, "code" | "reaction"> = {},
): CatalogueEntry {
  return { code, reaction, ...rest };
}
