import { expect, test } from "vitest";
import { writeCondition, writeField, writeRepeat } from "./tag-writing";

test.each([
  [{ tag: "city", fallback: "", format: "none" }, "{{ city }}"],
  [{ tag: "city", fallback: " there ", format: "upper" }, '{{ city | upper | fallback: "there" }}'],
  [{ tag: "birthday", fallback: "", format: "dateLong" }, '{{ birthday | date: "long" }}'],
  [{ tag: "total", fallback: "", format: "decimals" }, "{{ total | number: 2 }}"],
  [{ tag: "city", fallback: 'the "big" one\'s', format: "none" }, "{{ city | fallback: 'the \"big\" one’s' }}"],
] as const)("a field is written as %o says", (field, text) => {
  expect(writeField(field)).toBe(text);
});

const CONDITION = { tag: "city", value: "Bogor", holds: "here", otherwise: "" };

test.each([
  [{ ...CONDITION, comparison: "filled" }, "{% if city %}here{% endif %}"],
  [{ ...CONDITION, comparison: "empty", otherwise: "there" }, "{% if not city %}here{% else %}there{% endif %}"],
  [{ ...CONDITION, comparison: "==" }, '{% if city == "Bogor" %}here{% endif %}'],
  [{ ...CONDITION, comparison: ">", value: " 10.5 " }, "{% if city > 10.5 %}here{% endif %}"],
  [{ ...CONDITION, comparison: "contains", value: "1st" }, '{% if city contains "1st" %}here{% endif %}'],
] as const)("a condition is written as %o says", (condition, text) => {
  expect(writeCondition(condition)).toBe(text);
});

test("a repeat writes what stands around each item", () => {
  expect(writeRepeat({ tag: "interests", before: "- ", after: "; " })).toBe(
    "{% for item in interests %}- {{ item }}; {% endfor %}",
  );
});
