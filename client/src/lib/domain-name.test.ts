import { expect, test } from "vitest";
import { isDomainName } from "./domain-name";

test.each(["example.com", " mail.example.co.id ", "example.com.", "café.example"])("%s is a domain name", (text) => {
  expect(isDomainName(text)).toBe(true);
});

test.each([
  "",
  "example",
  "https://example.com",
  "ana@example.com",
  "example..com",
  "two words.com",
  "example.com/path",
])("%s is no domain name", (text) => {
  expect(isDomainName(text)).toBe(false);
});
