import { readFileSync } from "node:fs";
import { resolve } from "node:path";
import { expect, test } from "vitest";
import { FILTERS } from "./completion";
import { EMAIL_TAGS } from "./fields";
import {
  COMPARISONS,
  type ConditionTag,
  type FieldTag,
  FORMATS,
  type RepeatTag,
  writeCondition,
  writeField,
  writeRepeat,
} from "./tag-writer";

interface WrittenTags {
  readonly emailTags: readonly string[];
  readonly filters: readonly string[];
  readonly fields: readonly { readonly field: FieldTag; readonly text: string }[];
  readonly conditions: readonly { readonly condition: ConditionTag; readonly text: string }[];
  readonly repeats: readonly { readonly repeat: RepeatTag; readonly text: string }[];
}

/** The server tests how it reads these texts (tests/server/delivery/tags/test_written_tags.py). */
const WRITTEN_TAGS: WrittenTags = JSON.parse(
  readFileSync(resolve(import.meta.dirname, "../../../../tests/fixtures/merge-tags.json"), "utf8"),
);

test.each(WRITTEN_TAGS.fields)("a field is written as $text", ({ field, text }) => {
  expect(writeField(field)).toBe(text);
});

test.each(WRITTEN_TAGS.conditions)("a condition is written as $text", ({ condition, text }) => {
  expect(writeCondition(condition)).toBe(text);
});

test.each(WRITTEN_TAGS.repeats)("a repeat is written as $text", ({ repeat, text }) => {
  expect(writeRepeat(repeat)).toBe(text);
});

test("every format and comparison is among those that the server reads", () => {
  expect(new Set(WRITTEN_TAGS.fields.map(({ field }) => field.format))).toEqual(new Set(FORMATS));
  expect(new Set(WRITTEN_TAGS.conditions.map(({ condition }) => condition.comparison))).toEqual(new Set(COMPARISONS));
});

test("the tags of the email and the filters that are offered are those of the server", () => {
  expect(EMAIL_TAGS).toEqual(WRITTEN_TAGS.emailTags);
  expect(Object.keys(FILTERS)).toEqual(WRITTEN_TAGS.filters);
});
