import { describe, expect, test } from "vitest";
import {
  applySuggestion,
  findTypedTerm,
  findValue,
  parseTerms,
  quote,
  replaceValue,
  suggestTerms,
} from "./search-terms";

function describeTerms(text: string) {
  return parseTerms(text).map(({ key, value, isNegated }) => [isNegated ? "-" : "", key ?? "", value].join("|"));
}

test.each([
  ["", []],
  ["ayu", ["||ayu"]],
  ["type:bounced ayu@kopi.example", ["|type|bounced", "||ayu@kopi.example"]],
  ['subject:"Your order" -tag:receipt', ["|subject|Your order", "-|tag|receipt"]],
  ['subject:"a \\"b\\" c"', ['|subject|a "b" c']],
  ["metadata.order:88190", ["|metadata.order|88190"]],
  ["type:", ["|type|"]],
  ['subject:"still open', ["|subject|still open"]],
  ["recipient: ayu", ["|recipient|", "||ayu"]],
])("%s is taken apart", (text, words) => expect(describeTerms(text)).toEqual(words));

test.each([
  ["bounced", "bounced"],
  ["Your order", '"Your order"'],
  ['say "hi"', '"say \\"hi\\""'],
  ["-draft", '"-draft"'],
  ["a:b", '"a:b"'],
])("%s is written %s, and read as it was", (value, written) => {
  expect(quote(value)).toBe(written);
  expect(parseTerms(`subject:${written}`)[0]?.value).toBe(value);
});

describe("the form writes the same words", () => {
  test("a value is put in, changed and taken out, and the rest stays as it was typed", () => {
    const text = 'ayu  -tag:"a b"';
    const put = replaceValue(text, "type", "bounced");

    expect(put).toBe('ayu -tag:"a b" type:bounced');
    expect(replaceValue(put, "type", "opened")).toBe('ayu -tag:"a b" type:opened');
    expect(replaceValue(put, "type", "")).toBe('ayu -tag:"a b"');
  });
  test("it shows what the words say, as far as a form can", () => {
    expect(findValue('subject:"Your order"', "subject")).toBe("Your order");
    expect(findValue("-type:opened", "type")).toBeUndefined();
    expect(findValue("type:opened type:clicked", "type")).toBeUndefined();
  });
});

describe("completion", () => {
  const known = { type: ["bounced", "opened"], domain: ["kopi.example"] };
  const at = (text: string, caret = text.length) =>
    suggestTerms(findTypedTerm(text, caret), known).map(({ text: to }) => to);

  test("offers every key, then those that begin so", () => {
    expect(at("")).toContain("recipient:");
    expect(at("re")).toEqual(["recipient:", "reply:"]);
    expect(at("-ty")).toEqual(["-type:"]);
  });
  test("offers the values of a key, and those that hold what is typed", () => {
    expect(at("type:")).toEqual(["type:bounced", "type:opened"]);
    expect(at("ayu type:bo")).toEqual(["type:bounced"]);
    expect(at("recipient:ay")).toEqual([]);
  });
  test("a whole word goes on with a space, a key with its value", () => {
    const typed = findTypedTerm("ayu typ", 7);
    expect(applySuggestion("ayu typ", typed, { label: "", text: "type:", isWhole: false })).toEqual(["ayu type:", 9]);
    expect(
      applySuggestion("type:bo ayu", findTypedTerm("type:bo ayu", 7), {
        label: "",
        text: "type:bounced",
        isWhole: true,
      }),
    ).toEqual(["type:bounced ayu", 12]);
  });
});
