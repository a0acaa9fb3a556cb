import { expect, test, vi } from "vitest";
import { describeDay } from "./describe-day";

const language = vi.hoisted(() => ({ current: "en" }));
vi.mock("@/lib/i18n/i18n", () => ({ getCurrentLanguage: () => language.current }));

test.each([
  ["en", "Sunday, November 1, 2026"],
  ["id", "Minggu, 1 November 2026"],
])("in %s a day is %s, with its number as the calendar shows it", (code, text) => {
  language.current = code;
  expect(describeDay("2026-11-01")).toBe(text);
});
