import { expect, it } from "vitest";
import { setTeamTimezone } from "@/lib/dates";
import { formatCustomValue } from "./format-custom-value";

const t = ((key: string) => key) as never;

it("reads each type of custom value as people write it", () => {
  setTeamTimezone("(GMT+07:00) Asia/Jakarta");

  expect(formatCustomValue("number", -1234.5, t)).toBe("−1,234.5");
  expect(formatCustomValue("checkbox", false, t)).toBe("contacts.no");
  expect(formatCustomValue("multiChoice", ["Tea", "Coffee"], t)).toBe("Tea, Coffee");
  expect(formatCustomValue("date", "2026-03-01", t)).toBe("01 Mar 2026");
  expect(formatCustomValue("dateTime", "2026-02-28T17:30:00Z", t)).toBe("01 Mar 2026, 00:30");
  expect(formatCustomValue("text", "2026-02-28T17:30:00Z", t)).toBe("2026-02-28T17:30:00Z");
});

it("leaves alone what is still of a former type", () => {
  expect(formatCustomValue("date", "soon", t)).toBe("soon");
  expect(formatCustomValue("dateTime", "2026-03-01", t)).toBe("2026-03-01");
  expect(formatCustomValue("number", "12", t)).toBe("12");
  expect(formatCustomValue("text", undefined, t)).toBe("");
  expect(formatCustomValue("text", null, t)).toBe("");
});
