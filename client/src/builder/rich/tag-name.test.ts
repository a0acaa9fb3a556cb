import type { TFunction } from "i18next";
import { expect, test } from "vitest";
import { tagName } from "./tag-name";

const TAGS = [{ tag: "firstname", label: "First name" }];
const t = ((key: string, words?: object) => `${key}${words ? JSON.stringify(words) : ""}`) as unknown as TFunction;

test.each([
  ["firstname", "First name"],
  ["firstname | default: 'friend'", 'together.tags.withDefault{"field":"First name","words":"friend"}'],
  ["company_name", "together.tags.named.company_name"],
  ["city", "city"],
  ["no tag at all", "no tag at all"],
])("%s is called by its field", (source, name) => {
  expect(tagName(source, TAGS, t)).toBe(name);
});
