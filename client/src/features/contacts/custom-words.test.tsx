import { expect, it } from "vitest";
import { setTeamTimezone } from "@/lib/dates";
import { customWords } from "./custom-words";

const t = ((key: string) => key) as never;

it("reads each type of custom value as people write it", () => {
  setTeamTimezone("(GMT+07:00) Asia/Jakarta");

  expect(customWords("number", -1234.5, t)).toBe("−1,234.5");
  expect(customWords("checkbox", false, t)).toBe("contacts.no");
  expect(customWords("multiChoice", ["Tea", "Coffee"], t)).toBe("Tea, Coffee");
  expect(customWords("date", "2026-03-01", t)).toBe("01 Mar 2026");
  expect(customWords("dateTime", "2026-02-28T17:30:00Z", t)).toBe("01 Mar 2026, 00:30");
  expect(customWords("text", "2026-02-28T17:30:00Z", t)).toBe("2026-02-28T17:30:00Z");
});

it("leaves alone what is still of a former type", () => {
  expect(customWords("date", "soon", t)).toBe("soon");
  expect(customWords("dateTime", "2026-03-01", t)).toBe("2026-03-01");
  expect(customWords("number", "12", t)).toBe("12");
  expect(customWords("text", undefined, t)).toBe("");
  expect(customWords("text", null, t)).toBe("");
});
