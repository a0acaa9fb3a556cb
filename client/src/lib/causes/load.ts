import { isTextKey, type Translate } from "@/lib/i18n/translation";
import { formatDecimal } from "../decimals";
import { failWhenMissing } from "../files/waiting-files";
import { createTextSource, loadTexts, type Texts } from "../i18n/i18n";
import { TERMS } from "../terms/load";
import { setDescribeCause } from "./cause-text";

const TEXTS = import.meta.glob<Texts>("./texts/*.json", { import: "default" });
const SHARED_TEXTS = import.meta.glob<Texts>("../words/texts/*.json", { import: "default" });

const MAX_DECIMALS = 3;

function formatParams(params: unknown): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(params ?? {}).map(([name, value]: [string, unknown]) => [
      name,
      typeof value === "number" ? formatDecimal(value, 0, MAX_DECIMALS) : value,
    ]),
  );
}

setDescribeCause((code: string, params: unknown, t: Translate) => {
  const key = `causes.${code}`;
  return isTextKey(key) ? t(key, formatParams(params)) : undefined;
});

let loading: Promise<void> | undefined;

const load = () =>
  loadTexts({
    causes: createTextSource(TEXTS, "./texts"),
    words: createTextSource(SHARED_TEXTS, "../words/texts"),
    ...TERMS,
  });

/**
 * Loads the texts and field names, with the shared texts that they reference. Never fails: the fallback is the server's
 * own text and the field's wire name. The next call retries.
 */
export async function loadCauses(): Promise<void> {
  loading ??= failWhenMissing(load).catch(() => {
    loading = undefined;
  });
  await loading;
}
