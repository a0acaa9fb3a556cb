import { expect, test } from "vitest";
import type { Translate } from "@/lib/i18n/translation";
import { formatTagName } from "./tag-name";

const TAGS = [{ tag: "firstname", label: "First name" }];
const t = ((key: string, words?: object) => `${key}${words ? JSON.stringify(words) : ""}`) as unknown as Translate;

test.each([
  ["firstname", "First name"],
  ["firstname | default: 'friend'", 'inspector.tags.withDefault{"field":"First name","words":"friend"}'],
  ["city", "city"],
  ["no tag at all", "no tag at all"],
])("%s is called by its field", (source, name) => {
  expect(formatTagName(source, TAGS, t)).toBe(name);
});
