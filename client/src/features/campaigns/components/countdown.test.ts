import { expect, test } from "vitest";
import type { Translate } from "@/lib/i18n/translation";
import { formatRemaining } from "./countdown";

const t = ((key: string, { count }: { count?: number } = {}) =>
  `${count ?? ""}${key.split(".").at(-1)}`) as unknown as Translate;

test("a time is told by its two largest units", () => {
  expect([200_000, 86_400, 7_261, 125, 59, 0].map((seconds) => formatRemaining(seconds, t))).toEqual([
    "2days 7hours",
    "1days",
    "2hours 1minutes",
    "2minutes 5seconds",
    "59seconds",
    "anyMoment",
  ]);
});
