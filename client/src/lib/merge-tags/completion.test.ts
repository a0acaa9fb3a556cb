import { expect, test } from "vitest";
import { buildInsertion, findOpenTag, listOpenRepeats, listSuggestions, rankMatches } from "./completion";

const TAGS = [
  { tag: "email", name: "Email", custom: false },
  { tag: "firstname", name: "First name", custom: false },
  { tag: "city", name: "City", custom: false },
  { tag: "first_order", name: "First order", custom: true },
  { tag: "interests", name: "Interests", custom: true, several: true },
].map((tag) => ({ several: false, ...tag }));
const getName = ({ name }: { name: string }) => name;
const listLabels = (before: string) => {
  const open = findOpenTag(before);
  return open ? listSuggestions(open, TAGS, getName).map(({ label }) => label) : undefined;
};

test.each([
  ["Hi {{", { wants: "field", typed: "", isValue: true }],
  ["Hi {{ fir", { wants: "field", typed: "fir", isValue: true }],
  ["{{ firstname |", { wants: "filter", typed: "", isValue: true }],
  ["{{ firstname | fallback: 'x' | up", { wants: "filter", typed: "up", isValue: true }],
  ["{% if ci", { wants: "field", typed: "ci", isValue: false }],
  ["{% if city == 'x' and ", { wants: "field", typed: "", isValue: false }],
  ["{% for item in ", { wants: "list", typed: "", isValue: false }],
  ["{% for item in inte", { wants: "list", typed: "inte", isValue: false }],
  ["Hi {%", { wants: "block", typed: "", isValue: false }],
  ["Hi {% fo", { wants: "block", typed: "fo", isValue: false }],
  ["{{ city }} and {{ e", { wants: "field", typed: "e", isValue: true }],
] as const)("%s waits for something", (before, open) => {
  expect(findOpenTag(before)).toEqual(open);
});

test.each([
  "Hi",
  "{ ",
  "{{ city }} ",
  "{{ firstname ",
  '{{ firstname | fallback: "fri | ',
  "{% if city == ",
  "{% for ",
  "{% for item ",
  "{{\nci",
])("%s waits for nothing", (before) => {
  expect(findOpenTag(before)).toBeUndefined();
});

test("fields that begin with what is typed come first, then those that hold it", () => {
  expect(listLabels("{{ ")).toEqual(["email", "firstname", "city", "first_order", "interests"]);
  expect(listLabels("{{ FIRST")).toEqual(["firstname", "first_order"]);
  expect(listLabels("{{ order")).toEqual(["first_order"]);
  expect(listLabels("{{ city")).toEqual([]);
  expect(listLabels("{{ zzz")).toEqual([]);
  expect(listLabels("{{ city | up")).toEqual(["upper"]);
  expect(listLabels("{% for item in ")).toEqual(["interests"]);
  expect(listLabels("{% ")).toEqual(["if", "for", "else", "endif", "endfor"]);
  expect(listLabels("{% end")).toEqual(["endif", "endfor"]);
});

function acceptSuggestion(before: string, after: string, index = 0): string {
  const open = findOpenTag(before);
  const chosen = open && listSuggestions(open, TAGS, getName)[index];
  if (!open || !chosen) throw new Error("nothing is offered");
  const { replaces, text, caret } = buildInsertion(open, chosen, before, after);
  const remaining = before.slice(0, before.length - replaces);
  return `${remaining}${text.slice(0, caret)}|${text.slice(caret)}${after}`;
}

test("what is chosen is written with the braces that are missing, the caret where one goes on", () => {
  expect(acceptSuggestion("Hi {{", "")).toBe("Hi {{ email }}|");
  expect(acceptSuggestion("Hi {{ fir", " }}!")).toBe("Hi {{ firstname| }}!");
  expect(acceptSuggestion("{{ city |", " }}")).toBe('{{ city | fallback: "|" }}');
  expect(acceptSuggestion("{{ city | up", "")).toBe("{{ city | upper }}|");
  expect(acceptSuggestion("{% if ci", " %}x")).toBe("{% if city| %}x");
  expect(acceptSuggestion("{% if ", "")).toBe("{% if email|");
  expect(acceptSuggestion("{% for item in int", " %}")).toBe("{% for item in interests| %}");
  expect(acceptSuggestion("Hi {%", "")).toBe("Hi {% if | %}{% endif %}");
  expect(acceptSuggestion("Hi {% f", "", 0)).toBe("Hi {% for item in | %}{{ item }}{% endfor %}");
  expect(acceptSuggestion("{% f", " %}x")).toBe("{% for item in | %}x");
  expect(acceptSuggestion("x{% endf", "")).toBe("x{% endfor %}|");
});

test.each([
  ["Hi {{ i", []],
  ["{% for item in interests %}- {{ i", ["item"]],
  ["{% for order in orders %}{% for line in order.lines %}{{ ", ["line", "order"]],
  ["{% for item in interests %}{{ item }}{% endfor %}{{ ", []],
  ["{% for item in ", []],
])("around the caret of %s are these repeats", (before, names) => {
  expect(listOpenRepeats(before)).toEqual(names);
});

test("what begins so comes first, by tag or by name", () => {
  const fields = [
    { tag: "lastname", label: "Last name" },
    { tag: "firstname", label: "First name" },
    { tag: "name_day", label: "Feast" },
    { tag: "city", label: "City" },
  ];
  const findTags = (typed: string) =>
    rankMatches(typed, fields, ({ tag, label }) => [tag, label]).map(({ tag }) => tag);

  expect(findTags("NAME")).toEqual(["name_day", "lastname", "firstname"]);
  expect(findTags("feast")).toEqual(["name_day"]);
  expect(findTags("")).toHaveLength(4);
});
