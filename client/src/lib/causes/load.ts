import { isTextKey, type Translate } from "@/lib/i18n/translation";
import { decimal } from "../decimals";
import { failWhenMissing } from "../files/waiting-files";
import { loadTexts, type Texts, textSource } from "../i18n/i18n";
import { type ServerCause, setDescribeCause } from "./cause-text";

const TEXTS = import.meta.glob<Texts>("./texts/*.json", { import: "default" });

const MAX_DECIMALS = 3;

function formatParams(params: unknown): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(params ?? {}).map(([name, value]: [string, unknown]) => [
      name,
      typeof value === "number" ? decimal(value, 0, MAX_DECIMALS) : value,
    ]),
  );
}

setDescribeCause((code: string, params: unknown, t: Translate) => {
  const key = `causes.${code}`;
  return isTextKey(key) ? t(key, formatParams(params)) : undefined;
});

let loading: Promise<void> | undefined;

/**
 * Loads the sentences if one of `errors` has a code. Never fails: without them the server's own sentence is shown, and
 * the next call tries again.
 */
export async function loadCauses(errors: readonly ServerCause[]): Promise<void> {
  if (!errors.some(({ causeCode }) => typeof causeCode === "string")) return;
  loading ??= failWhenMissing(() => loadTexts({ causes: textSource(TEXTS, "./texts") })).catch(() => {
    loading = undefined;
  });
  await loading;
}
