import type { TFunction } from "i18next";
import { expect, test } from "vitest";
import { contactColumns } from "@/features/contacts/columns";
import english from "@/features/contacts/texts/en.json";
import { FIELDS } from "./answers";

const t = ((key: string) => english.contacts[key.slice("contacts.".length) as "title"]) as unknown as TFunction;

test("the list knows its columns by name, custom fields last", () => {
  expect(contactColumns(t, FIELDS).map(({ header }) => header)).toEqual([
    "Full name",
    "First name",
    "Last name",
    "Email address",
    "Label",
    "State",
    "Phone",
    "Company",
    "City",
    "Country",
    "Timezone",
    "Last update",
    "Created date",
    "Membership",
  ]);
});
