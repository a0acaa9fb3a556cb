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

test.each([
  ["scenario", "CREATED"],
  ["sosmed", "UPDATED"],
  ["sender", "SENT"],
  ["spaceship", "CREATED"],
])("%s %s is unprocessed", (reference, action) => {
  expect(activityKeys({ reference, action })).toBeUndefined();
});
