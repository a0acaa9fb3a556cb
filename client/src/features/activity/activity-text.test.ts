import { expect, test } from "vitest";
import openapi from "@/generated/openapi.json";
import { getActivityKeys } from "./activity-text";
import english from "./texts/en.json";

test.each([
  ["campaign", "DUPLICATED"],
  ["contact", "IMPORT"],
  ["contact", "EXPORT"],
  ["automation", "ACTIVATE"],
  ["scenario", "SENT"],
  ["sosmed", "DELETED"],
  ["templates", "UPDATED"],
  ["transactional-message", "EXPORT"],
])("%s %s has a sentence", (reference, action) => {
  const keys = getActivityKeys({ reference, action });

  expect(keys).toEqual({ sentence: `activity.actions.${action}`, noun: `activity.references.${reference}` });
  expect(english.activity.actions).toHaveProperty(action);
  expect(english.activity.references).toHaveProperty(reference);
});

test("whatever the server records an act of has its noun", () => {
  const { parameters } = openapi.paths["/api/activity"].get;
  const schemas = parameters.find(({ name }) => name === "reference")?.schema.anyOf ?? [];
  // Areas have entries besides those of records.
  const recorded = schemas[0]?.enum ?? [];
  const actions = Object.keys(english.activity.actions);
  const isSaid = (reference: string) => actions.some((action) => getActivityKeys({ reference, action }));

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
  expect(getActivityKeys({ reference, action })).toBeUndefined();
});
