import { expect, test } from "vitest";
import type { Translate } from "@/lib/i18n/translation";
import { formatDuration } from "./durations";

const t = ((key: string, { count }: { count: number }) => `${count} ${key.split(".").at(-1)}`) as unknown as Translate;

test.each([
  [0, "0 minutes"],
  [59 * 60, "59 minutes"],
  [3600, "1 hours"],
  [47 * 3600, "47 hours"],
  [48 * 3600, "2 days"],
  [12.4 * 86_400, "12 days"],
])("%d seconds read %s", (seconds, words) => {
  expect(formatDuration(seconds, t)).toBe(words);
});
