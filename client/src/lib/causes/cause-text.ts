import type { Translate } from "@/lib/i18n/translation";

/** Why a value is refused, as the server says it in the payload of a failure or beside a finding. */
export interface ServerCause {
  /** A finished English sentence. */
  readonly cause?: unknown;
  readonly causeCode?: unknown;
  readonly causeParams?: unknown;
}

/** The sentence for a code in the user's language, if there is one. */
type DescribeCause = (code: string, params: unknown, t: Translate) => string | undefined;

let describeCause: DescribeCause = () => undefined;

/** Called by the sentences once they are loaded: neither they nor their number formats belong to the first load. */
export function setDescribeCause(describe: DescribeCause): void {
  describeCause = describe;
}

/** The cause in the user's language; the server's own sentence where its code has none here. */
export function causeText({ cause, causeCode, causeParams }: ServerCause, t: Translate): string | undefined {
  const sentence = typeof causeCode === "string" ? describeCause(causeCode, causeParams, t) : undefined;
  return sentence ?? (typeof cause === "string" && cause !== "" ? cause : undefined);
}
