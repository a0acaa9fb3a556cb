import { expect, test } from "vitest";
import type { Advice } from "./advice-data";
import { buildAdvicePath, buildTextValues, formatValue, isBetter } from "./advice-display";

const ADVICE: Advice = {
  id: 1,
  rule: "complaints",
  place: "campaign",
  level: "bad",
  state: "followed",
  unit: "share",
  act: null,
  subject: "campaign:c1",
  name: "May",
  campaignId: "c1",
  value: 0.004,
  asked: 0.001,
  base: 1000,
  params: { part: 4 },
  foundAt: "2026-03-10T05:00:00Z",
  decidedAt: null,
  decidedBy: "",
  before: { value: 0.004, base: 1000 },
  after: null,
};

test.each([
  ["share", 0.004, "0.4%"],
  ["share", 0.00133, "0.13%"],
  ["share", 0.25, "25%"],
  ["share", 0, "0%"],
  ["hour", 9, "09:00"],
  ["count", 3.25, "3.25"],
  ["count", 3, "3"],
  ["count", 2691, "2,691"],
] as const)("a %s of %s reads %s", (unit, value, text) => {
  expect(formatValue(unit, value)).toBe(text);
});

test("numbers from the server read as on every other screen, but for the one that chooses the plural", () => {
  const params = { part: 2691, mails: 12, rate: 0.02, count: 1200, address: "https://kopi.example/2691" };

  expect(buildTextValues({ ...ADVICE, base: 12_410, params })).toEqual({
    ...{ part: "2,691", mails: "12", rate: "2%", count: 1200, address: "https://kopi.example/2691" },
    ...{ name: "May", value: "0.4%", asked: "0.1%", base: "12,410" },
  });
});

test("advice leads to its row", () => {
  expect(buildAdvicePath(ADVICE)).toBe("/campaigns/c1");
  expect(buildAdvicePath({ ...ADVICE, params: { kind: "abTest" } })).toBe("/ab-tests/c1");
  expect(buildAdvicePath({ ...ADVICE, campaignId: null, place: "destination" })).toBe("/sending-health");
  expect(buildAdvicePath({ ...ADVICE, campaignId: null, place: "domain", params: { domainId: "d1" } })).toBe(
    "/senders/domains/d1",
  );
  expect(buildAdvicePath({ ...ADVICE, campaignId: null, place: "team", rule: "unengaged" })).toBe("/contacts/hygiene");
  expect(buildAdvicePath({ ...ADVICE, campaignId: null, place: "label", subject: "label:7" })).toBe(
    "/contacts?label=7",
  );
});

test("nearer to what is asked for, or beyond it, is better", () => {
  const since = (value: number) => isBetter({ ...ADVICE, after: { value, base: 500 } });
  expect(isBetter(ADVICE)).toBeUndefined();
  expect([since(0.003), since(0.0001), since(0.004), since(0.006)]).toEqual([true, true, false, false]);
});
