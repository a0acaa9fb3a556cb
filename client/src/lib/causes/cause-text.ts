import type { Translate } from "@/lib/i18n/translation";

/** Why the server rejected a value, as given in the payload of a failure or beside an issue. */
export interface ServerCause {
  /** A complete English sentence. */
  readonly cause?: unknown;
  readonly causeCode?: unknown;
  readonly causeParams?: unknown;
}

/** The text for a code in the user's language, if there is one. */
type DescribeCause = (code: string, params: unknown, t: Translate) => string | undefined;

let describeCause: DescribeCause = () => undefined;

/** Registers the texts once they are loaded: they and their number formats are not in the initial bundle. */
export function setDescribeCause(describe: DescribeCause): void {
  describeCause = describe;
}

/** The cause in the user's language, or the server's own text where its code has none here. */
export function getCauseText({ cause, causeCode, causeParams }: ServerCause, t: Translate): string | undefined {
  const sentence = typeof causeCode === "string" ? describeCause(causeCode, causeParams, t) : undefined;
  return sentence ?? (typeof cause === "string" && cause !== "" ? cause : undefined);
}
