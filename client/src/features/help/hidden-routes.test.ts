import { expect, test } from "vitest";
import { hasHelpButton, ROUTES_WITHOUT_HELP } from "./hidden-routes";

test.each([
  "email-reply",
  "email-forward",
  "email-complaint",
  "email-success",
  "manage-subscription",
  "replace-subscription",
  "success-replace-subscription",
  "success-subscription",
  "unsubscribe-subscription",
  "success-unsubscribe-subscription",
  "add-to-calendar",
])("the help button does not stand on %s (SHELL-115 to SHELL-125)", (name) => {
  expect(hasHelpButton({ name })).toBe(false);
});

test("nor on any composer (SHELL-126)", () => {
  const composers = [...ROUTES_WITHOUT_HELP].filter((name) => name.includes("compose"));

  expect(composers).toEqual([
    "page-compose",
    "template-page-compose",
    "form-compose",
    "form-au-compose",
    "formpage-compose",
    "template-form-compose",
    "emailmarketing-compose-v3",
    "emailplain-compose-v3",
    "automation-compose-v3",
    "automation-plain-compose-v3",
    "template-compose-v3",
    "template-plain-compose-v3",
    "trx-template-compose-v3",
  ]);
  expect(composers.some((name) => hasHelpButton({ name }))).toBe(false);
});

test("nor where the route says so, but everywhere else", () => {
  expect(hasHelpButton({ name: "contacts", hideHelp: true })).toBe(false);
  expect(hasHelpButton({ name: "contacts" })).toBe(true);
  expect(hasHelpButton(undefined)).toBe(false);
});
