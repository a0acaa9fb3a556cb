import { expect, test } from "vitest";
import type { Translate } from "@/lib/i18n/translation";
import { tagName, withMailTags } from "./tag-name";

const TAGS = [{ tag: "firstname", label: "First name" }];
const t = ((key: string, words?: object) => `${key}${words ? JSON.stringify(words) : ""}`) as unknown as Translate;

test("what the mail says of its sender is offered after the contact's fields, under its own name", () => {
  expect(withMailTags([...TAGS, { tag: "company_name", label: "Field" }], t)).toEqual([
    ...TAGS,
    { tag: "company_name", label: "inspector.tags.named.company_name" },
    { tag: "company_address", label: "inspector.tags.named.company_address" },
  ]);
});

test.each([
  ["firstname", "First name"],
  ["firstname | default: 'friend'", 'inspector.tags.withDefault{"field":"First name","words":"friend"}'],
  ["company_name", "inspector.tags.named.company_name"],
  ["city", "city"],
  ["no tag at all", "no tag at all"],
])("%s is called by its field", (source, name) => {
  expect(tagName(source, TAGS, t)).toBe(name);
});
