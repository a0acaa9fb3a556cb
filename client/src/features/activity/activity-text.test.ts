import { readFileSync } from "node:fs";
import { resolve } from "node:path";
import { expect, test } from "vitest";
import { activityKeys } from "./activity-text";
import english from "./texts/en.json";

test.each([
  ["campaign", "DUPLICATED"],
  ["contact", "IMPORT"],
  ["contact", "EXPORT"],
  ["automation", "ACTIVATE"],
  ["scenario", "SENT"],
  ["sosmed", "DELETED"],
  ["templates", "UPDATED"],
])("%s %s has a sentence", (reference, action) => {
  const keys = activityKeys({ reference, action });

  expect(keys).toEqual({ sentence: `activity.actions.${action}`, noun: `activity.references.${reference}` });
  expect(english.activity.actions).toHaveProperty(action);
  expect(english.activity.references).toHaveProperty(reference);
});

test("whatever the server records an act of has its noun", () => {
  const acts = readFileSync(resolve(import.meta.dirname, "../../../../server/activity/acts.py"), "utf8");
  const recorded = /Reference = Literal\[(.*?)\]/s.exec(acts)?.[1]?.match(/[a-z-]+/g) ?? [];
  const actions = Object.keys(english.activity.actions);
  const isSaid = (reference: string) => actions.some((action) => activityKeys({ reference, action }));

  expect(recorded).toContain("webhook");
  expect(recorded.filter((reference) => !(reference in english.activity.references))).toEqual([]);
  expect(recorded.filter((reference) => !isSaid(reference))).toEqual([]);
});

test.each([
  ["scenario", "CREATED"],
  ["sosmed", "UPDATED"],
  ["sender", "SENT"],
  ["spaceship", "CREATED"],
])("%s %s is unprocessed", (reference, action) => {
  expect(activityKeys({ reference, action })).toBeUndefined();
});
