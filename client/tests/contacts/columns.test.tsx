import { beforeAll, expect, test } from "vitest";
import { loadFeatureTexts } from "@/app/texts";
import { contactColumns } from "@/features/contacts/columns";
import { startI18n } from "@/lib/i18n/i18n";
import { translate } from "@/lib/i18n/translation";
import { FIELDS, USUAL } from "./answers";

beforeAll(async () => {
  await startI18n(() => undefined);
  await loadFeatureTexts(["contacts"]);
});

test("the list knows its columns by name, custom fields last", () => {
  expect(contactColumns(translate, FIELDS).map(({ header }) => header)).toEqual([
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
    contactColumns(translate, [...FIELDS, ...USUAL])
      .slice(-4)
      .map(({ id, header, align, isOptional }) => ({ id, header, align, isOptional })),
  ).toEqual([
    { id: "custom:21", header: "Role", align: undefined, isOptional: true },
    { id: "custom:22", header: "Amount", align: "end", isOptional: true },
    { id: "custom:23", header: "Description", align: undefined, isOptional: true },
    { id: "custom:24", header: "Package", align: undefined, isOptional: true },
  ]);
});
