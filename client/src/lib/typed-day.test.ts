import { afterEach, expect, test, vi } from "vitest";

const page = vi.hoisted(() => ({ language: "en" }));
vi.mock("./i18n/i18n", () => ({ getCurrentLanguage: () => page.language }));

import { parseDay } from "./typed-day";

afterEach(() => {
  page.language = "en";
});

test.each(["2026-11-05", "05 Nov 2026", "5 nov 2026", "5 November 2026", "5/11/2026", "05.11.2026", " 5-11-2026 "])(
  "%s is the fifth of November",
  (text) => {
    expect(parseDay(text)).toBe("2026-11-05");
  },
);

test.each(["", "5", "5 Nov", "Nov 2026", "31 Feb 2026", "5/13/2026", "5 Nobember 2026", "05 Nov 26", "soon"])(
  "%s is no day",
  (text) => {
    expect(parseDay(text)).toBeUndefined();
  },
);

test("months may be named in the language on screen or in English", () => {
  page.language = "id";

  expect(parseDay("17 Agt 2026")).toBe("2026-08-17");
  expect(parseDay("17 Agustus 2026")).toBe("2026-08-17");
  expect(parseDay("17 Aug 2026")).toBe("2026-08-17");
});
