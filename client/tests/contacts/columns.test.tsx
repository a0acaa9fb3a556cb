import { expect, test } from "vitest";
import { contactColumns } from "@/features/contacts/columns";
import english from "@/features/contacts/texts/en.json";
import type { Translate } from "@/lib/i18n/translation";
import { FIELDS, USUAL } from "./answers";

const t = ((key: string) => english.contacts[key.slice("contacts.".length) as "title"]) as unknown as Translate;

test("the list knows its columns by name, custom fields last", () => {
  expect(contactColumns(t, FIELDS).map(({ header }) => header)).toEqual([
    "Full name",
    "First name",
    "Last name",
    "Email address",
    "Label",
    "Status",
    "Phone",
    "Company",
    "City",
    "Country",
    "Time zone",
    "Last updated",
    "Created date",
    "Membership",
  ]);
});

test("CONT-20, CONT-26, CONT-27, CONT-28: role, amount, description and package are columns once they are fields", () => {
  expect(
    contactColumns(t, [...FIELDS, ...USUAL])
      .slice(-4)
      .map(({ id, header, align, isOptional }) => ({ id, header, align, isOptional })),
  ).toEqual([
    { id: "custom:21", header: "Role", align: undefined, isOptional: true },
    { id: "custom:22", header: "Amount", align: "end", isOptional: true },
    { id: "custom:23", header: "Description", align: undefined, isOptional: true },
    { id: "custom:24", header: "Package", align: undefined, isOptional: true },
  ]);
});
