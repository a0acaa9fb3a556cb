import { expect, test } from "vitest";
import type { Variant } from "../draft";
import { getPhase, type TestProgress } from "./rules";
import {
  hasDuplicateVariants,
  sumShares,
  withAddedVariant,
  withFirstVariantCopied,
  withoutVariant,
  withRestoredVariant,
  withSample,
  withVariantFields,
} from "./variants";

const SETTING = { tested: "subject", metric: "clicks", chooses: "rule", waitHours: 4, winnerShare: 80 } as const;

function variant(parts: Partial<Variant> = {}): Variant {
  return {
    name: "",
    share: 10,
    subject: "Hello",
    preheader: "",
    senderId: null,
    content: { kind: "markdown", starter: "letter", body: "Text" },
    plainText: "",
    delayMinutes: 0,
    ...parts,
  };
}

const TWO = { test: SETTING, variants: [variant(), variant({ subject: "Other" })] };

test.each([
  [20, [10, 10], 80],
  [25, [13, 12], 75],
  [1, [1, 1], 98],
  [100, [49, 49], 2],
])("a sample of %i %% is shared by the variants, and the winner gets the rest", (percent, shares, winner) => {
  const { test: setting, variants } = withSample(TWO, percent);

  expect(variants.map(({ share }) => share)).toEqual(shares);
  expect(setting.winnerShare).toBe(winner);
  expect(sumShares(setting, variants)).toBe(100);
});

test("one more begins as the first, up to five, and one less leaves two at least; the sample stays", () => {
  let parts = withAddedVariant({ ...TWO, variants: [variant({ name: "Short", subject: "First" }), variant()] });
  expect(parts.variants.map(({ subject, name, share }) => [subject, name, share])).toEqual([
    ["First", "Short", 7],
    ["Hello", "", 7],
    ["First", "", 6],
  ]);
  parts = withAddedVariant(withAddedVariant(withAddedVariant(parts)));
  expect(parts.variants).toHaveLength(5);
  expect(sumShares(parts.test, parts.variants)).toBe(100);

  for (let times = 0; times < 5; times += 1) parts = withoutVariant(parts, 1);
  expect(parts.variants.map(({ share }) => share)).toEqual([10, 10]);
});

test("a removed variant returns to its position and takes a part of the same sample, unless five are there", () => {
  const [first, second] = TWO.variants as [Variant, Variant];
  const removed = variant({ subject: "Removed", share: 7 });

  const three = withRestoredVariant(TWO, removed, 1);
  expect(three.variants.map(({ subject, share }) => [subject, share])).toEqual([
    ["Hello", 7],
    ["Removed", 7],
    ["Other", 6],
  ]);
  const five = { ...TWO, variants: [first, second, first, second, first] };
  expect(withRestoredVariant(five, removed, 1)).toBe(five);
});

test("copying from the first takes what is tested and nothing else", () => {
  const variants = [variant({ subject: "First", delayMinutes: 60 }), variant({ subject: "Second" })];

  expect(withFirstVariantCopied(variants, 1, "subject")[1]).toMatchObject({ subject: "First", delayMinutes: 0 });
  expect(withFirstVariantCopied(variants, 1, "time")[1]).toMatchObject({ subject: "Second", delayMinutes: 60 });
});

test("an own plain text goes with the content", () => {
  const variants = [variant({ plainText: "First" }), variant({ plainText: "Second" })];
  const draft = { plainText: "Common", content: variant().content } as Parameters<typeof withVariantFields>[0];

  expect(withVariantFields(draft, variant({ plainText: "Own" }), "content").plainText).toBe("Own");
  expect(withVariantFields(draft, variant({ senderId: "other" }), "sender").senderId).toBe("other");
  expect(withVariantFields(draft, variant({ plainText: "Own" }), "subject").plainText).toBe("Common");
  expect(withFirstVariantCopied(variants, 1, "content")[1]?.plainText).toBe("First");
  expect(withFirstVariantCopied(variants, 1, "subject")[1]?.plainText).toBe("Second");
  expect(hasDuplicateVariants(variants, "content")).toBe(false);
  expect(hasDuplicateVariants(variants, "subject")).toBe(true);
});

test("two that are the same in what is tested are told, whatever else differs", () => {
  const variants = [variant({ subject: "First" }), variant({ subject: "Second" })];

  expect(hasDuplicateVariants(variants, "subject")).toBe(false);
  expect(hasDuplicateVariants(variants, "content")).toBe(true);
});

test("a test runs until its time, then waits for a choice, until there is a winner", () => {
  const standing: TestProgress = {
    ...SETTING,
    testingUntil: "2026-05-04T12:00:00Z",
    winner: null,
    winnerBy: null,
    decidedAt: null,
    decidedName: "",
  };
  const begun = { startedAt: "2026-05-04T08:00:00Z", status: "SENDING" } as const;
  const noon = Date.parse("2026-05-04T12:00:00Z");

  expect(getPhase(standing, { startedAt: null, status: "SCHEDULED" }, noon)).toBeUndefined();
  expect(getPhase(standing, begun, noon - 1)).toBe("testing");
  expect(getPhase(standing, begun, noon)).toBe("choosing");
  expect(getPhase({ ...standing, winner: 0 }, begun, noon)).toBe("decided");
  expect(getPhase({ ...standing, winner: 0 }, { ...begun, status: "CANCELLED" }, noon)).toBe("decided");
  expect(getPhase(standing, { ...begun, status: "PAUSED" }, noon - 1)).toBe("testing");
  expect(getPhase(standing, { ...begun, status: "CANCELLED" }, noon - 1)).toBe("stopped");
});

test("of what is built it is not told here whether two are the same: their texts stand in the document", () => {
  const built = variant({ content: { kind: "document", starter: "letter", body: "" } });

  expect(hasDuplicateVariants([built, built], "content")).toBe(false);
  expect(hasDuplicateVariants([built, built], "subject")).toBe(true);
});
