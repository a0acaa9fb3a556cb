import { expect, test } from "vitest";
import { cleanLinkUrl } from "./link-urls";

test.each([
  ["https://kopi.example/a?b=c", "https://kopi.example/a?b=c"],
  [" kopi.example/panen ", "https://kopi.example/panen"],
  ["kopi.example:8080/x", "https://kopi.example:8080/x"],
  ["mailto:ayu@kopi.example", "mailto:ayu@kopi.example"],
  ["tel:+62811", "tel:+62811"],
  ["{{ view_url }}", "{{ view_url }}"],
])("%s leads to %s", (typed, address) => {
  expect(cleanLinkUrl(typed)).toBe(address);
});

test.each([
  "",
  "panen",
  "/path",
  "javascript:alert(1)",
  "JaVa\nScRiPt:alert(1)",
  "java\u00adscript:alert(1)",
  "\u0001javascript:alert(1)",
  "data:text/html,x",
  "vbscript:x",
  "https:kopi.example",
  "mailto:",
  "blob:https://x",
])("%j leads nowhere", (typed) => {
  expect(cleanLinkUrl(typed)).toBeUndefined();
});
